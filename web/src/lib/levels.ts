/** Bots by name, with a word on each. */
export const LEVELS = [
  { level: 1, name: 'Beginner', word: 'misses a lot' },
  { level: 2, name: 'Casual', word: 'misses a trick now and then' },
  { level: 3, name: 'Skilled', word: 'spots most chances' },
  { level: 4, name: 'Expert', word: 'rarely slips up' },
  { level: 5, name: 'Master', word: 'gives its all' },
] as const;

export const levelName = (level: number): string => LEVELS[level - 1]?.name ?? `Level ${level}`;
