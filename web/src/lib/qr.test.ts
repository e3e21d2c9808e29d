import { expect, test } from 'vitest';
import { correction, qrOf } from './qr';

test('the correction bytes are those of the standard’s worked example', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(correction(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test('a link of usual length is drawn with finders in three corners', () => {
  const code = qrOf('http://192.168.178.20:8000/t/k3v9x2m7qa#join=abcdefghijklmnopqrstuv');
  expect((code.length - 17) % 4).toBe(0);
  for (const [x, y] of [
    [0, 0],
    [code.length - 7, 0],
    [0, code.length - 7],
  ] as [number, number][]) {
    expect(code[y]?.slice(x, x + 7)).toEqual(new Array(7).fill(true));
    expect(code[y + 3]?.slice(x, x + 7)).toEqual([true, false, true, true, true, false, true]);
  }
});
