/** What each game's box says, as the server sends it. Made by `python -m tetracade.server.api.typescript`. */

export interface Facts {
  foursome: {
    columns: string;
    spaces: string[];
    kinds: {
      code: string;
      colour: string;
      character: number;
    }[];
    names: string[][];
    chips: string[];
    colours: number[][];
    phases: {
      got_it: number;
      asked: number;
    };
  };
  retro_tetro: {
    columns: string;
    rows: number;
    line: number;
    cards_played: number;
    standard: string[][];
    advanced: string[][];
    halves: string[][];
    meeples: string;
    shapes: {
      letter: string;
      name: string;
      stands: number[][][];
    }[];
    cards: string[];
    objectives: string[];
    campaign: {
      levels: {
        points: number;
        asks: string;
        goals: {
          counts: string;
          number: number;
          most: boolean;
        }[];
      }[];
      first_lives: number;
      most_lives: number;
      life_after: number[];
      objective_from: number;
    };
  };
  tetrad: {
    columns: string;
    win: number;
    free: string[];
    patterns: string[][];
    decks: {
      name: string;
      title: string;
      images: {
        name: string;
        text: string;
        reference: string;
        icon: string;
        drawing: string;
      }[];
    }[];
    actions: {
      slug: string;
      card: number;
      name: string;
    }[];
    places: number[][][];
    chart: {
      level: number;
      places: number;
      choices: number[][];
      players: number[];
    }[];
    phases: {
      choosing: number;
    };
    claims: {
      assisted: number;
      strict: number;
      unannounced: number;
    };
    sides: number[][];
  };
  tetrathedral: {
    rows: string[][];
    ring: string[];
    formations: number[][];
    phases: {
      won: number;
      drawn: number;
    };
  };
  tetratrax: {
    columns: string;
    tiles_a_side: number;
    tiles: {
      letter: string;
      name: string;
      count: number;
      stands: number[][][];
    }[];
  };
}
