import type { GameInfo, Value } from './protocol';

/** Whether these options leave something to whoever has the first birthday in the year, so that people are asked. */
export const asksBirthdays = (game: GameInfo | undefined, options: Record<string, Value>): boolean =>
  game?.options.some(({ name, birthday }) => birthday !== '' && options[name] === birthday) ?? false;
