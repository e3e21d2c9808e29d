/** Bots by name, with a word on each. */
export const LEVELS = [
  { level: 1, name: 'Beginner', word: 'overlooks a lot' },
  { level: 2, name: 'Casual', word: 'misses a trick now and then' },
  { level: 3, name: 'Skilled', word: 'sees many chances' },
  { level: 4, name: 'Expert', word: 'overlooks little' },
  { level: 5, name: 'Master', word: 'the strongest' },
] as const;

export const levelName = (level: number): string => LEVELS[level - 1]?.name ?? `Level ${level}`;
