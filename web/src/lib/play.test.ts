import { expect, test, vi } from 'vitest';
import { Play } from './play.svelte';
import type { Offer } from './protocol';

const offer = (action: number, ...touches: string[]): Offer => ({
  action,
  notation: `a${action}`,
  text: `does ${action}`,
  touches,
});

function begun(...offers: Offer[]) {
  const act = vi.fn();
  const why = vi.fn();
  const play = new Play(act, why);
  play.setOffers(offers);
  return { play, act, why };
}

test('touches narrow the offers until one is left, which is done', () => {
  const { play, act } = begun(
    offer(1, 'card:A', 'space:1'),
    offer(2, 'card:A', 'space:2'),
    offer(3, 'card:B', 'space:1'),
  );
  expect([...play.next]).toEqual(['card:A', 'card:B']);
  play.touch('card:A', false);
  expect([...play.next]).toEqual(['space:1', 'space:2']);
  play.touch('space:2', false);
  expect(act).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: 2 }));
  expect(play.busy).toBe(true);
});

test('the places that the last action touched are marked', () => {
  const { play } = begun(offer(1, 'H5', 'D8'));
  expect(play.states('C7').split(' ')).not.toContain('last');
  play.last = {
    kind: 'action',
    seat: 1,
    text: '',
    seen: true,
    action: 7,
    notation: '',
    touches: ['C7', 'C9'],
  };
  expect(['C7', 'C9', 'H5'].map((place) => play.states(place).split(' ').includes('last'))).toEqual([
    true,
    true,
    false,
  ]);
});

test('a finger has to confirm', () => {
  const { play, act } = begun(offer(1, 'pile'), offer(2, 'discard'));
  play.touch('pile', true);
  expect(act).not.toHaveBeenCalled();
  expect(play.armed?.action).toBe(1);
  play.touch('pile', true);
  expect(act).toHaveBeenCalledOnce();
});

test('another beginning lets go of what was picked, and what leads nowhere asks why', () => {
  const { play, why } = begun(offer(1, 'A1', 'B1'), offer(2, 'A2', 'B2'));
  play.touch('A1', false);
  play.touch('A2', false);
  expect(play.picked).toEqual(['A2']);
  play.touch('C9', false);
  expect(why).toHaveBeenCalledExactlyOnceWith(['A2', 'C9']);
});

test('new offers keep what is picked while it still leads somewhere', () => {
  const { play } = begun(offer(1, 'A1', 'B1'), offer(2, 'A1', 'B2'));
  play.touch('A1', false);
  play.setOffers([offer(2, 'A1', 'B2'), offer(5, 'A4', 'B4')]);
  expect(play.picked).toEqual(['A1']);
  play.setOffers([offer(5, 'A4', 'B4')]);
  expect(play.picked).toEqual([]);
});

test('stepping points at one lit place after the other, shows what it would do, and does it only when confirmed', () => {
  const { play, act } = begun(offer(1, 'A1', 'B1'), offer(2, 'A1', 'B2'), offer(3, 'A2', 'B3'));
  play.step(1);
  expect([play.pointed, play.armed]).toEqual(['A1', null]);
  play.confirm();
  expect(play.picked).toEqual(['A1']);
  play.step(-1);
  expect([play.pointed, play.armed?.action]).toEqual(['B2', 2]);
  play.step(1);
  expect(play.preview?.action).toBe(1);
  expect(act).not.toHaveBeenCalled();
  play.confirm();
  expect(act).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: 1 }));
});

test('while an action is on its way, or an answer waits for the others, nothing is lit', () => {
  const { play } = begun(offer(1, 'A1'), offer(2, 'A2'));
  play.touch('A1', false);
  play.setOffers([offer(1, 'A1'), offer(2, 'A2')]);
  expect([play.busy, play.lit('A2')]).toEqual([true, false]);
  play.busy = false;
  play.answered = true;
  expect([play.mine, play.lit('A2')]).toEqual([false, false]);
  play.setOffers([offer(2, 'A2')]);
  expect(play.lit('A2')).toBe(true);
});

test('while an action is on its way no other is done, by whatever door', () => {
  const { play, act, why } = begun(offer(1, 'A1'), offer(2, 'A2'));
  play.act(offer(1, 'A1'));
  play.act(offer(1, 'A1'));
  play.choose(offer(2, 'A2'));
  play.touch('A2', false);
  play.touch('C9', false);
  expect(act).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: 1 }));
  expect(why).not.toHaveBeenCalled();
});

test('places of one kind may be touched in any order, and taken back in any', () => {
  const { play, act } = begun(
    offer(1, 'card:swap', 'pocket:A1', 'pocket:C3'),
    offer(2, 'card:swap', 'pocket:A1', 'pocket:B1'),
  );
  play.touch('card:swap', false);
  expect([...play.next].sort()).toEqual(['pocket:A1', 'pocket:B1', 'pocket:C3']);
  play.touch('pocket:C3', false);
  expect([...play.next]).toEqual(['pocket:A1']);
  play.touch('pocket:C3', false);
  expect(play.picked).toEqual(['card:swap']);
  play.touch('pocket:B1', true);
  play.touch('pocket:A1', true);
  expect([play.armed?.action, play.pointed]).toEqual([2, 'pocket:A1']);
  expect(act).not.toHaveBeenCalled();
  play.touch('pocket:A1', true);
  expect(act).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ action: 2 }));
});

test('a refusal goes when what one may do changes, and stays while it is the same', () => {
  const { play } = begun();
  const reason = { code: 'not_your_turn', reason: 'It is not your turn.' };
  play.refuse(reason, play.offers);
  play.setOffers([]);
  expect(play.refused).toBe(reason);
  play.setOffers([offer(1, 'A1')]);
  expect(play.refused).toBeNull();
  play.refuse(reason, []);
  expect(play.refused).toBeNull();
  play.refuse(reason, play.offers);
  play.setOffers([offer(1, 'A1')]);
  expect(play.refused).toBe(reason);
});

test('a refusal stays until one goes on to a place where something can be done', () => {
  const { play } = begun(offer(1, 'A1'), offer(2, 'A2'));
  play.refuse({ code: 'illegal', reason: 'Not there.' }, play.offers);
  play.moveOn('C9');
  expect(play.refused?.reason).toBe('Not there.');
  play.moveOn('A2');
  expect(play.refused).toBeNull();
});
