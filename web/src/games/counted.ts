import { numeral } from '../lib/numeral';

/** A number and what it counts. */
export const counted = (count: number, one: string, many = `${one}s`): { value: string; what: string } => ({
  value: numeral(count),
  what: count === 1 ? one : many,
});
