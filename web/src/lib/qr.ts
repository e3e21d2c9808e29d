/** QR codes of links: byte mode, error correction M, versions 1 to 10 (ISO/IEC 18004). */

/** By version: bytes of correction in a block, then blocks with their bytes of data. */
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const EXP: number[] = [];
const LOG: number[] = [];
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value;
  LOG[value] = power;
  value = value & 128 ? ((value << 1) ^ 0x11d) & 255 : value << 1;
}
const times = (a: number, b: number): number => (a && b ? (EXP[((LOG[a] ?? 0) + (LOG[b] ?? 0)) % 255] ?? 0) : 0);

/** Reed-Solomon: the bytes that correct these. */
export function correction(data: number[], count: number): number[] {
  let generator = [1];
  for (let root = 0; root < count; root++) {
    const next = new Array<number>(generator.length + 1).fill(0);
    generator.forEach((factor, at) => {
      next[at] = (next[at] ?? 0) ^ factor;
      next[at + 1] = (next[at + 1] ?? 0) ^ times(factor, EXP[root] ?? 0);
    });
    generator = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at] ?? 0;
    generator.forEach((factor, offset) => (rest[at + offset] = (rest[at + offset] ?? 0) ^ times(factor, lead)));
  }
  return rest.slice(data.length);
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const [correcting, sizes] = BLOCKS[version - 1] as [number, number[]];
  const capacity = sizes.reduce((sum, size) => sum + size, 0);
  let bits = '0100' + bytes.length.toString(2).padStart(version < 10 ? 8 : 16, '0');
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  bits += '0'.repeat(Math.min(4, capacity * 8 - bits.length));
  bits += '0'.repeat((8 - (bits.length % 8)) % 8);
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  for (let pad = 0; data.length < capacity; pad++) data.push(pad % 2 ? 0x11 : 0xec);
  let from = 0;
  const blocks = sizes.map((size) => data.slice(from, (from += size)));
  const fixes = blocks.map((block) => correction(block, correcting));
  const woven: number[] = [];
  for (let at = 0; at < Math.max(...sizes); at++)
    for (const block of blocks) if (at < block.length) woven.push(block[at] ?? 0);
  for (let at = 0; at < correcting; at++) for (const fix of fixes) woven.push(fix[at] ?? 0);
  return woven;
}

function remainder(value: number, generator: number, bits: number): number {
  const length = generator.toString(2).length;
  let rest = value << (length - 1);
  for (let at = bits - 1; at >= 0; at--) if (rest & (1 << (at + length - 1))) rest ^= generator << at;
  return (value << (length - 1)) | rest;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function drawn(words: number[], version: number, mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => new Array<boolean | undefined>(size).fill(undefined));
  const set = (x: number, y: number, dark: boolean): void => {
    const row = grid[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as [number, number][]) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const centres = ALIGNED[version - 1] ?? [];
  for (const cy of centres) {
    for (const cx of centres) {
      if (grid[cy]?.[cx] !== undefined) continue;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
  for (let at = 8; at < size - 8; at++) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  const format = remainder(mask, 0x537, 5) ^ 0x5412; // level M is 00
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((format >> bit) & 1) === 1;
    if (bit < 6) set(8, bit, dark);
    else if (bit < 8) set(8, bit + 1, dark);
    else if (bit === 8) set(7, 8, dark);
    else set(14 - bit, 8, dark);
    if (bit < 8) set(size - 1 - bit, 8, dark);
    else set(8, size - 15 + bit, dark);
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const info = remainder(version, 0x1f25, 6);
    for (let bit = 0; bit < 18; bit++) {
      const dark = ((info >> bit) & 1) === 1;
      set(size - 11 + (bit % 3), Math.floor(bit / 3), dark);
      set(Math.floor(bit / 3), size - 11 + (bit % 3), dark);
    }
  }
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = grid[y];
        if (!row || row[x] !== undefined) continue;
        const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        bit++;
        row[x] = dark !== MASKS[mask]?.(x, y);
      }
    }
  }
  return grid as boolean[][];
}

/** How hard the code is to read, by the standard's four tests. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const at = (x: number, y: number): boolean => grid[y]?.[x] ?? false;
  let total = 0;
  for (const flip of [false, true]) {
    for (let y = 0; y < size; y++) {
      let line = '';
      for (let x = 0; x < size; x++) line += (flip ? at(y, x) : at(x, y)) ? '1' : '0';
      for (const run of line.match(/0{5,}|1{5,}/g) ?? []) total += run.length - 2;
      total += 40 * ((line.match(/(?=10111010000)/g) ?? []).length + (line.match(/(?=00001011101)/g) ?? []).length);
    }
  }
  let dark = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (at(x, y)) dark++;
      if (
        x < size - 1 &&
        y < size - 1 &&
        at(x, y) === at(x + 1, y) &&
        at(x, y) === at(x, y + 1) &&
        at(x, y) === at(x + 1, y + 1)
      )
        total += 3;
    }
  }
  return total + 10 * Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5);
}

/** The code's squares, row by row; true is dark. */
export function qrOf(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version =
    1 + BLOCKS.findIndex(([, sizes], at) => sizes.reduce((a, b) => a + b, 0) - (at < 9 ? 2 : 3) >= bytes.length);
  if (version === 0) throw new Error('too long for a QR code');
  const words = codewords(bytes, version);
  let best: boolean[][] = [];
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const grid = drawn(words, version, mask);
    const cost = penalty(grid);
    if (cost < least) [best, least] = [grid, cost];
  }
  return best;
}
