import data from "./list.json" with { type: "json" };

export type ListedToken = (typeof data)[string][number];

/** Well-known tokens by chain. `scripts/token-list.mjs` generates the data in `list.json`. */
export const TOKEN_LIST: typeof data = data;
