import { net } from "electron";

/** `fetch` by Chromium's network stack: the system's proxy and certificates, no cookies. */
export const mainFetch: typeof globalThis.fetch = (input, init) =>
	net.fetch(input instanceof URL ? input.href : input, { ...init, credentials: "omit" });
