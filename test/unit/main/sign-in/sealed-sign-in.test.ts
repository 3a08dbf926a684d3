import { expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { readSealed, writeSealed } from "../../../../src/main/sign-in/sealed-sign-in.ts";

it.each([null, message("sign-in.ended")])("a stored grant gives the reason of its end: %j", (ended) => {
	const agent = { issuer: "i", clientId: "c", scopes: [], refreshToken: null, identity: "ana", ended };
	const all = { version: 1, pasted: null, grants: { agent }, clients: {} } as const;
	expect(readSealed(writeSealed(all))?.grants.agent).toEqual(agent);
});

it.each(["a bare token", "7", "{}"])("an invalid sign-in is not read: %s", (text) => {
	expect(readSealed(text)).toBeNull();
});
