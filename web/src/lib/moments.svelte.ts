/** What is heard and felt at a table besides being seen: one's turn, a refusal, the end. */

import { untrack } from 'svelte';
import type { TableLink } from './link.svelte';
import { confetti } from './party';
import type { Play } from './play.svelte';
import { ending } from './result';
import { buzz, sound } from './sound';

/** Let it be heard and felt from now on. To be called while a component is set up. */
export function feelMoments(link: TableLink, play: Play): void {
  /** The end of a game that one has seen played is celebrated; one that was over before is not. */
  let sawItPlayed = false;
  $effect(() => {
    if (link.phase === 'playing') sawItPlayed = true;
    if (link.phase !== 'over') return;
    const ended = untrack(() => ending(link));
    if (!sawItPlayed || !ended) return;
    sawItPlayed = false;
    if (ended === 'won') confetti();
    sound(ended === 'won' ? 'win' : ended === 'lost' ? 'loss' : 'turn');
  });
  let called = false;
  $effect(() => {
    const mine = link.phase === 'playing' && link.offers.length > 0 && link.you.seats.length > 0;
    if (mine && !called && link.story.length > 1) {
      sound('turn');
      buzz();
    }
    called = mine;
  });
  $effect(() => {
    if (play.refused) sound('refusal');
  });
}
