import { expect, it } from "vitest";
import { HeldGrants, type HeldGrantsParts } from "../../../../src/main/sign-in/held-grants.ts";
import { stub } from "../../../fixtures/stub.ts";
import { memoryKeychain } from "../../../support/ports.ts";
import { virtualClock } from "../signing/clock.ts";

it("what is pasted while what was kept is still being opened is not replaced by it", async () => {
	const keychain = memoryKeychain();
	const sealed = await keychain.seal("old-token");
	const gate = Promise.withResolvers<null>();
	const slow = {
		...keychain,
		open: async (each: string) => {
			await gate.promise;
			return await keychain.open(each);
		},
	};
	const held = new HeldGrants(
		"https://here.example",
		stub<HeldGrantsParts>({
			ports: { clock: virtualClock(0), keychain: slow, log: () => {} },
			vault: { status: () => ({ state: "none" }) },
			client: () => stub({}),
			kept: () => ({ by: "keychain", sealed }),
			put: () => {},
			onChange: () => {},
		}),
	);
	const opened = held.open();
	await held.grants.paste("new-token");
	gate.resolve(null);
	await opened;
	expect(await held.grants.bearer("agent")).toBe("new-token");
});
