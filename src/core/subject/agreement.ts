/** Whether two simulations agree on what leaves. */

/** What our own decoding says must leave or be allowed, held against the service's simulation. */

export type Agreement = "agrees" | "contradicts" | "silent";
