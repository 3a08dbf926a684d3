import { z } from "zod";

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** https, or http on this computer; no name or password inside, which could make one host look like another. */
export function isSafeAddress(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname, username, password } = new URL(text);
	if (username !== "" || password !== "") return false;
	return protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname));
}

export const rpcUrl = z.string().max(2048).refine(isSafeAddress, {
	message: "must be an https address (http only on this computer), without a name or password",
});
