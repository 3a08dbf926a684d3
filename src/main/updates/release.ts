import { z } from "zod";
import { isSafeAddress } from "../../ipc/primitives.ts";
import type { Release } from "../ports.ts";
import facts from "./release.json" with { type: "json" };

const httpsAddress = z
	.string()
	.max(2048)
	.refine((url) => isSafeAddress(url) && url.startsWith("https:"));

const releaseSchema = z.strictObject({
	list: httpsAddress.nullable(),
	page: httpsAddress.nullable(),
	/** Current and next Ed25519 public key, each 32 bytes in base64. */
	keys: z.array(z.base64().length(44)).max(2),
});

/** Only releases set this. Without it, the app doesn't check for updates. */
export const RELEASE: Release = releaseSchema.parse(facts);
