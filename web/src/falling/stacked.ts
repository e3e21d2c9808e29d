/** What lies in one square of a column: squares of one thing share its key. */
export interface Lying {
  key: number;
  text: string;
}

/** A column in words, from the bottom, where it holds anything: "1 White I, 2 hole, 3 to 4 Black L; top row 4". */
export function stacked(squares: Lying[]): string {
  const runs: { text: string; key: number; from: number; to: number }[] = [];
  squares.forEach(({ key, text }, y) => {
    const last = runs.at(-1);
    if (last && last.key === key && last.text === text) last.to = y + 1;
    else runs.push({ text, key, from: y + 1, to: y + 1 });
  });
  if (!runs.length) return 'empty';
  const said = runs.map(({ text, from, to }) => `${from === to ? from : `${from} to ${to}`} ${text}`);
  return `${said.join(', ')}; top row ${squares.length}`;
}
