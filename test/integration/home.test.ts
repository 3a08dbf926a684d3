import { base58 } from "@scure/base";
import { getAddress } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HomeAccount } from "../../src/ipc/home.ts";
import { openSvm, openWorld, type SvmWorld, type World } from "../mock-service/fixture.ts";
import { appAt } from "../support/at-world.ts";
import { openPerson, type Person, scratch } from "../support/person.ts";

/** Account balances on Home, on a real EVM chain and a real Solana runtime. */

describe("Home", () => {
	let world: World;
	let solana: SvmWorld;
	let person: Person;
	let mint: string;
	const folder = scratch();
	const key = generatePrivateKey();
	const me = getAddress(privateKeyToAddress(key));

	const open = () =>
		openPerson({
			dataDir: folder.path,
			...appAt(world, solana),
			key,
			svmKey: base58.encode(solana.person.secretKey),
		});

	beforeAll(async () => {
		solana = await openSvm([], { blockTimeMs: 150, confirmAfter: 1, finalizeAfter: 4 });
		world = await openWorld({ svm: solana.options });
		const made = solana.svm.createMint();
		solana.svm.mintTo(made, solana.person.publicKey, 50_000_000n);
		mint = made.toBase58();
		await world.demo.fund(me);
		person = await open();
	});
	afterAll(async () => {
		await person?.stop();
		await world?.close();
		await solana?.svm.stop();
		folder.remove();
	});

	const account = (address: string): HomeAccount | null =>
		person.desk().home.accounts.find((each) => each.address === address) ?? null;

	it("has read nothing before it is opened, and both chains once it is", async () => {
		expect(person.desk().home).toMatchObject({ readAt: null, reading: false });
		expect(await person.callDesk("watchHome", { on: true })).toEqual({ ok: true });
		const own = await person.until("both chains to be read", () => {
			const [evm, svm] = [account(me), account(solana.person.publicKey.toBase58())];
			return evm !== null && evm.tokens.length > 0 && svm !== null && svm.hidden.length > 0
				? { evm, svm }
				: null;
		});
		expect(own.evm.tokens).toMatchObject([
			{ name: "Ether", mark: "coin", amount: { raw: String(10n ** 19n) } },
		]);
		expect(own.svm.hidden.find(({ address }) => address?.address === mint)).toMatchObject({
			name: null,
			mark: null,
			amount: { raw: "50000000", checked: false },
		});
	});

	it("shows the known state after a restart, while it is closed", async () => {
		const known = account(me)?.tokens;
		const { readAt } = await person.until("all to be read", () => {
			const { home } = person.desk();
			return !home.reading && home.readAt !== null ? home : null;
		});
		await person.stop();
		person = await open();
		expect(person.desk().home).toMatchObject({ readAt, reading: false });
		expect(account(me)?.tokens).toEqual(known);
	});

	it("continues to query each minute while it is open, and not once the desk is closed", async () => {
		const read = () =>
			person.until("all to be read", () => !person.desk().home.reading && person.desk().home.readAt !== null);
		const afterMinute = () => {
			person.ports.clock.hurry(60_000);
			person.countersign.pushDesk();
			return person.desk().home.reading;
		};
		await person.callDesk("watchHome", { on: true });
		await read();
		expect(afterMinute()).toBe(true);
		await read();
		// A closing window can't send a message that it stops watching.
		person.countersign.deskClosed();
		expect(afterMinute()).toBe(false);
	});
});
