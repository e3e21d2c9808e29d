import { expect, test } from 'vitest';
import type { Order } from './link.svelte';

const given = (order: Order): Order => order;

test('a command compiles, and one that is not in the protocol does not', () => {
  expect(given({ do: 'chat', text: 'Hello' })).toBeTruthy();
  // @ts-expect-error there is no such command
  given({ do: 'shout', text: 'Hello' });
  // @ts-expect-error chat takes a text
  given({ do: 'chat' });
  // @ts-expect-error chat takes no volume
  given({ do: 'chat', text: 'Hello', volume: 11 });
  // @ts-expect-error an undo names the number it was made for
  given({ do: 'undo', number: 'last' });
});
