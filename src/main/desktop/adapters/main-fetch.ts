import { net } from "electron";

/** Uses Chromium's network stack with the system's proxy and certificates, but without cookies. */
export const mainFetch: typeof globalThis.fetch = (input, init) =>
	net.fetch(input instanceof URL ? input.href : input, { ...init, credentials: "omit" });
