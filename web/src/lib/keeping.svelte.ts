/** What this browser keeps of a table while one sits at it: how it stands, and once a game is over its record. */

import { untrack } from 'svelte';
import { finishedAt, keepFinished } from './history';
import type { TableLink } from './link.svelte';
import { forget, knownTable, remember, type KnownTable } from './memory';
import { againOf, named } from './seats';

/** Keep it from now on. To be called while a component is set up. */
export function keepTable(id: string, link: TableLink): void {
  $effect(() => {
    const { table } = link;
    if (!table || !(link.you.seats.length || link.you.host)) return;
    const before = knownTable(id);
    remember({
      id,
      game: table.game,
      title: table.title,
      key: link.key,
      who: before?.who ?? 'with friends',
      over: link.phase === 'over',
      at: before?.at ?? Date.now(),
      seen: {
        seats: link.seats,
        own: link.you.seats,
        acting: link.acting,
        number: link.number,
        at: before?.seen?.number === link.number ? before.seen.at : Date.now(),
      },
      series: seriesOf(link),
    });
  });
  $effect(() => {
    if (link.refusedAs === 'unknown_table') forget(id);
  });
  let kept = 0;
  $effect(() => {
    if (link.phase !== 'over' || !link.result || kept === link.game || !(link.you.seats.length || link.you.host))
      return;
    kept = link.game;
    untrack(() => void keepFinished(finishedAt(id, link), link.key).catch(() => undefined)); // it can be had later, too
  });
}

/** The series the game belongs to, with all that goes on with it at another table. */
function seriesOf({ table, series, seats, you }: TableLink): KnownTable['series'] {
  if (!table || !series || series.over) return undefined;
  return {
    text: named(seats, series.text),
    setup: {
      game: table.game,
      options: table.options,
      seats: againOf(seats, you.seats, series.moves),
      games: table.games,
      series: series.saved,
    },
  };
}
