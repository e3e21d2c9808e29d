/** A whole number as it is written: with a minus sign, where a hyphen would do for programs. */
export const numeral = (count: number): string => String(count).replace('-', '−');

/** A whole number that is added or taken away. */
export const signed = (amount: number): string => (amount > 0 ? '+' : '') + numeral(amount);
