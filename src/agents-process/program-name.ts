import { z } from "zod";

/** Names of programs, as they state themselves: claims that the user sees. */

/** Returns a name without control and bidi characters; `null` if none is stated. */
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

/** Returns the name of an MCP client; `null` if this is no such introduction. */
export function clientName(info: unknown): string | null {
	const client = clientInfo.safeParse(info).data;
	return client === undefined ? null : programName(`${client.name} ${client.version}`);
}

/** Message in which a client introduces itself: `initialize`, or any of the stateless revision. */
const introduction = z.object({
	params: z.object({
		clientInfo: z.unknown().optional(),
		_meta: z.object({ [CLIENT_INFO]: z.unknown().optional() }).optional(),
	}),
});

/** Returns the client's name in a message; `null` if the message has none. */
export function clientNameIn(message: unknown): string | null {
	const params = introduction.safeParse(message).data?.params;
	return clientName(params?._meta?.[CLIENT_INFO] ?? params?.clientInfo);
}
