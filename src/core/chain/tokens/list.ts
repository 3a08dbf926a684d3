import data from "./data.json" with { type: "json" };

export type ListedToken = (typeof data)[string][number];

/** Well-known tokens by chain, from `data.json`, which `scripts/token-list.mjs` writes. */
export const TOKEN_LIST: typeof data = data;
