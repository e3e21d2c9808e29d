/** The games that the server has, asked for once; a board reads its game's facts here. */

import { games } from './api';
import type { GameInfo } from './protocol';

class Catalogue {
  /** Empty until the server has answered. */
  games = $state.raw<GameInfo[]>([]);

  async load(): Promise<GameInfo[]> {
    return (this.games = await games());
  }

  find(name: string): GameInfo | undefined {
    return this.games.find((game) => game.name === name);
  }
}

export const catalogue = new Catalogue();
