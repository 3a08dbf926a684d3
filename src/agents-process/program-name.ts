import { z } from "zod";

/** Names that programs give themselves. The user sees them as unverified claims. */

/** Returns the name without control and bidi characters, or `null` if the program didn't give one. */
export function programName(stated: string | undefined): string | null {
	const name = (stated ?? "")
		.slice(0, 400)
		.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
		.trim()
		.slice(0, 200);
	return name === "" ? null : name;
}

const clientInfo = z.object({ name: z.string(), version: z.string().default("") });
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

/** Returns the name of an MCP client, or `null` if the value isn't client info. */
export function clientName(info: unknown): string | null {
	const client = clientInfo.safeParse(info).data;
	return client === undefined ? null : programName(`${client.name} ${client.version}`);
}

/** A message that contains client info: `initialize`, or any message in the stateless revision of MCP. */
const introduction = z.object({
	params: z.object({
		clientInfo: z.unknown().optional(),
		_meta: z.object({ [CLIENT_INFO]: z.unknown().optional() }).optional(),
	}),
});

/** Returns the client's name from a message, or `null` if there is none. */
export function clientNameIn(message: unknown): string | null {
	const params = introduction.safeParse(message).data?.params;
	return clientName(params?._meta?.[CLIENT_INFO] ?? params?.clientInfo);
}
