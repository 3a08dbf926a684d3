import { describe, expect, it } from "vitest";
import { ActiveGrants } from "../../../../src/main/sign-in/active-grants.ts";
import { AuthClient } from "../../../../src/main/sign-in/auth-client.ts";
import { identityOf } from "../../../../src/main/sign-in/owner.ts";
import { NOTHING_SEALED, writeSealed } from "../../../../src/main/sign-in/sealed-sign-in.ts";
import { stub } from "../../../fixtures/stub.ts";
import { memoryKeychain } from "../../../support/ports.ts";
import { accessToken, FakeServer, HandClock, ISSUER, ORIGIN } from "./fake-server.ts";

const GRANT = {
	issuer: ISSUER,
	clientId: "c",
	scopes: ["agent:read"],
	refreshToken: "r0",
	identity: identityOf(accessToken()),
	ended: null,
};

/** Grants over a keychain that holds `secret`; its vault is closed. */
async function holding(secret: string) {
	const keychain = memoryKeychain();
	const sealed = await keychain.seal(secret);
	const gate = Promise.withResolvers<null>();
	const world = { sealing: true, puts: [] as unknown[] };
	const server = new FakeServer();
	const clock = new HandClock();
	const client = new AuthClient({ fetch: server.fetch, clock }, ORIGIN);
	const held = new ActiveGrants(
		ORIGIN,
		stub<ConstructorParameters<typeof ActiveGrants>[1]>({
			ports: {
				clock,
				keychain: {
					available: keychain.available,
					async seal(each: string) {
						if (!world.sealing) throw new Error("the keychain is gone");
						return await keychain.seal(each);
					},
					async open(each: string) {
						await gate.promise;
						return await keychain.open(each);
					},
				},
				log: () => {},
			},
			vault: { status: () => ({ state: "none" }) },
			client: () => client,
			stored: () => ({ by: "keychain", sealed }),
			put: (each: unknown) => void world.puts.push(each),
			onChange: () => {},
		}),
	);
	return { held, server, world, letOpen: () => gate.resolve(null) };
}

describe("an environment's stored tokens", () => {
	it("do not replace a pasted one while they are still being opened", async () => {
		const { held, letOpen } = await holding("old-token");
		const opened = held.open();
		await held.grants.paste("new-token");
		letOpen();
		await opened;
		expect(await held.grants.bearer("agent")).toBe("new-token");
	});

	it("stay if a mere renewal can't be sealed, and go if the user changed them", async () => {
		const { held, server, world, letOpen } = await holding(
			writeSealed({ ...NOTHING_SEALED, grants: { agent: GRANT } }),
		);
		letOpen();
		await held.open();
		world.sealing = false;
		server.token({
			body: { access_token: accessToken(), token_type: "bearer", expires_in: 300, refresh_token: "r1" },
		});
		await held.grants.bearer("agent");
		await held.settled();
		expect([world.puts, held.unsaved()]).toEqual([[], true]);
		await held.grants.paste("new-token");
		await held.settled();
		expect([world.puts, held.unsaved()]).toEqual([[null], true]);
	});
});
