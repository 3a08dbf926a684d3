import { base58 } from "@scure/base";
import { type Address, getAddress } from "viem";
import { generatePrivateKey } from "viem/accounts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { ReviewView } from "../../src/ipc/review.ts";
import type { ProgressView } from "../../src/ipc/signing.ts";
import { actionEntryId } from "../../src/main/inbox/entries/entry.ts";
import type { EventPage } from "../../src/service-api/event-page.ts";
import type { Action } from "../../src/service-api/events.ts";
import { Caller, openSvm, openWorld, RELAYER, type SvmWorld, type World } from "../mock-service/fixture.ts";
import type { Records } from "../mock-service/records.ts";
import { appAt } from "./at-world.ts";
import { type Gate, openGate } from "./gate.ts";
import { evmNetwork, svmNetwork } from "./networks.ts";
import { must, openPerson, PASSWORD, type Person, scratch } from "./person.ts";
import type { TestPortsOptions } from "./ports.ts";
import { type Told, tells } from "./saying.ts";

/** An EVM chain, a Solana chain, the service for both, and a user with an account on each. */

export interface Kinds {
	readonly world: World;
	readonly solana: SvmWorld;
	/** Proxies in front of the user's RPCs. The service doesn't use them. */
	readonly gates: { readonly evm: Gate; readonly svm: Gate };
	/** The user of the running app. */
	readonly person: Person;
	/** The user's EVM account. */
	readonly evm: Address;
	/** Sends the sentence in a new session, and returns the entry of the resulting request. */
	asked(sentence: string): Promise<InboxEntryView>;
	outcome(entryId: string, wanted: ProgressView["outcome"]): Promise<ProgressView>;
	/** Returns the entry's review once its refusals contain all of these messages. */
	refusing(entryId: string, ...told: readonly Told[]): Promise<ReviewView>;
	/** Opens the review of an entry that the inbox may not show, once the app has received the entry. */
	known(entryId: string): Promise<void>;
	/** Returns everything that the service has received or broadcast for an entry. */
	trace(entryId: string): Promise<Trace>;
	/** Waits for an action in the session, and returns the latest one from the service's own log. */
	action(sessionId: string): Promise<Action>;
	/** Stops the app and starts it again with the same data. */
	restart(how?: { readonly locked?: boolean }): Promise<Person>;
	unlock(): Promise<void>;
	close(): Promise<void>;
}

export interface Trace {
	readonly signatures: Records["signatures"];
	readonly resolutions: Records["resolutions"];
	readonly broadcasts: Records["broadcasts"];
}

export const NOTHING: Trace = { signatures: [], resolutions: [], broadcasts: [] };

/** Returns the ID of an entry's commit or action. */
export function subjectOf(entryId: string): string {
	return entryId.split(/[:/]/).at(-1) ?? "";
}

/** Solana's blocks appear automatically and are final after four blocks, which takes about a second. */
const BLOCKS = { blockTimeMs: 150, confirmAfter: 1, finalizeAfter: 4 };

export interface KindsOptions extends Pick<TestPortsOptions, "clock" | "fetch" | "forkAgents"> {
	/** Block production on Solana; automatic by default. */
	readonly blocks?: Parameters<typeof openSvm>[1];
	/** Genesis hash pinned by the user; defaults to the chain's own. */
	readonly genesisHash?: string;
}

export async function openKinds({
	blocks = BLOCKS,
	genesisHash,
	...ports
}: KindsOptions = {}): Promise<Kinds> {
	const solana = await openSvm([], blocks);
	const world = await openWorld({ svm: solana.options, relayer: RELAYER });
	const gates = { evm: await openGate(world.chain.url), svm: await openGate(solana.svm.url) };
	const folder = scratch();
	const key = generatePrivateKey();
	const open = (locked = false) =>
		openPerson({
			...ports,
			dataDir: folder.path,
			...appAt(world),
			chains: [
				evmNetwork({ ...world.chain, url: gates.evm.url }),
				svmNetwork({ ...solana.svm, url: gates.svm.url }, genesisHash === undefined ? {} : { genesisHash }),
			],
			key: locked ? null : key,
			svmKey: base58.encode(solana.person.secretKey),
		});
	let person = await open();

	const own = person.desk().accounts.find((each) => each.family === "evm");
	if (own === undefined) throw new Error("no EVM account");
	await world.demo.fund(getAddress(own.address.address));

	return {
		world,
		solana,
		gates,
		evm: getAddress(own.address.address),
		get person() {
			return person;
		},
		asked: (sentence) => person.asked(sentence),
		outcome: (entryId, wanted) => person.progress(entryId, wanted),
		refusing: (entryId, ...told) =>
			person.review(entryId, ({ approval }) => tells(approval.refusals, ...told)),
		async known(entryId) {
			for (let attempt = 0; attempt < 200; attempt += 1) {
				if ((await person.callDesk("openReview", { entryId })).ok) return;
				await new Promise((resolve) => setTimeout(resolve, 25));
			}
			throw new Error(`${entryId} did not arrive`);
		},
		async trace(entryId) {
			const id = subjectOf(entryId);
			const { signatures, resolutions, broadcasts } = await world.service.control.records();
			return {
				signatures: signatures.filter(({ commitId }) => commitId === id),
				resolutions: resolutions.filter(({ actionId }) => actionId === id),
				broadcasts: broadcasts.filter(({ commitId }) => commitId === id),
			};
		},
		async action(sessionId) {
			const caller = new Caller(world.service);
			const isAction = (event: EventPage["events"][number]) => event.type === "action";
			const first = await caller.page(`/v1/agent/chat/${sessionId}`);
			const { events } = await caller.readUntil(first, (page) => page.events.some(isAction));
			const found = events.findLast(isAction);
			if (found?.type !== "action") throw new Error(`no action in ${sessionId}`);
			return found;
		},
		async restart({ locked = false } = {}) {
			await person.stop();
			person = await open(locked);
			return person;
		},
		async unlock() {
			must(await person.callTrusted("unlock", { password: PASSWORD }));
			await person.until("an unlocked vault", () => person.desk().vault.state === "unlocked");
		},
		async close() {
			await person.stop();
			for (const gate of Object.values(gates)) gate.close();
			await world.close();
			await solana.svm.stop();
			folder.remove();
		},
	};
}

/** Returns the ID of an action's entry, which the inbox may not show. */
export function entryOfAction(sessionId: string, action: Action): string {
	return actionEntryId(sessionId, action.id);
}
