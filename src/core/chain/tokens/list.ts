import data from "./list.json" with { type: "json" };

export type ListedToken = (typeof data)[string][number];

/** Well-known tokens by chain, from `list.json`, which `scripts/token-list.mjs` writes. */
export const TOKEN_LIST: typeof data = data;
