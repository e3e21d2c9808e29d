import { create } from './api';
import { remember } from './memory';
import type { TableSetup } from './protocol';
import { router } from './router.svelte';
import { company } from './seats';

/** Set up a table, remember it, and go there. */
export async function openTable(setup: TableSetup, title: string): Promise<void> {
  const { table, token } = await create(setup);
  const who = company(setup.seats);
  remember({ id: table, game: setup.game, title, key: token, who, over: false, at: Date.now() });
  router.go(`/t/${table}`);
}
