import type { Resource } from "../../contract/resource.ts";
import type { Clock, Loopback } from "../ports.ts";
import type { AuthClient } from "./auth-client.ts";
import { codeGrant } from "./code-grant.ts";
import { type DevicePrompt, deviceGrant } from "./device-grant.ts";
import type { Grants } from "./grants.ts";
import type { AuthMetadata } from "./metadata.ts";
import { SignInError, signInErrorOf } from "./sign-in-error.ts";

/** One sign-in at a time, for one resource after the other; how it goes is told step by step. */

export type SignInBy = "browser" | "device";

export type Progress =
	| { readonly kind: "idle" }
	| { readonly kind: "working"; readonly resource: Resource; readonly words: string }
	| { readonly kind: "browser"; readonly resource: Resource; readonly endsAt: number }
	| ({ readonly kind: "device"; readonly resource: Resource } & DevicePrompt)
	| { readonly kind: "failed"; readonly resource: Resource; readonly words: string }
	| { readonly kind: "done"; readonly words: string };

export interface SignInParts {
	readonly clock: Clock;
	readonly random: (length: number) => Uint8Array;
	readonly openLoopback: () => Promise<Loopback>;
	readonly openExternal: (url: string) => Promise<void>;
	readonly onProgress: (progress: Progress) => void;
	/** A grant was kept: whoever has it may be somebody else than before, while the next one is still asked for. */
	readonly onGranted: () => void;
	readonly log: (line: string) => void;
}

/** Where and for whom: of the environment that was active when it began. */
export interface SignInTarget {
	readonly client: AuthClient;
	readonly grants: Grants;
	/** Registered by hand, for sign-in by browser. */
	readonly clientIds: Readonly<Record<Resource, string | null>>;
}

export interface SignIn {
	progress(): Progress;
	/** @returns true once everything is granted; false where it failed or was cancelled, which `progress` tells. */
	run(target: SignInTarget, by: SignInBy, resources: readonly Resource[]): Promise<boolean>;
	/** False where nothing is going on. */
	cancel(): boolean;
	/** The link of the device grant that is on screen, with the code in it where there is one. */
	link(): string | null;
}

const NAMED: Readonly<Record<Resource, string>> = {
	agent: "the agent",
	pipeline: "the pipeline",
	account: "your account",
};
const NAMES = new Intl.ListFormat("en-GB");

/** Clients that the server no longer knows are registered anew, once. */
const FORGOTTEN: ReadonlySet<string | null> = new Set(["invalid_client", "unauthorized_client"]);

export function createSignIn(parts: SignInParts): SignIn {
	let progress: Progress = { kind: "idle" };
	let running: AbortController | null = null;

	function tell(next: Progress): void {
		progress = next;
		parts.onProgress(next);
	}

	/** The client to sign in as: one set by hand, one registered before, or a new one. */
	async function clientFor(
		{ client, grants, clientIds }: SignInTarget,
		by: SignInBy,
		resource: Resource,
		found: AuthMetadata,
		signal: AbortSignal,
	): Promise<{ readonly id: string; readonly registered: boolean }> {
		const byHand = clientIds[resource];
		if (by === "browser" && byHand !== null) return { id: byHand, registered: false };
		const kind = by === "browser" ? "code" : "device";
		const known = grants.kept().clients[resource];
		const before = known?.issuer === found.issuer ? known[kind] : null;
		if (before !== null) return { id: before, registered: true };
		if (found.registration_endpoint === undefined) {
			if (by === "browser") throw new SignInError("noBrowserClient");
			if (byHand === null) throw new SignInError("clientRefused", "no_registration");
			return { id: byHand, registered: false };
		}
		try {
			const id = await client.register(kind, resource, found, signal);
			await grants.rememberClient(resource, found.issuer, kind, id);
			return { id, registered: true };
		} catch (error) {
			// Services register clients for the device grant only (learnt.md part 11): then that is the way.
			const refused = error instanceof SignInError && error.fault === "clientRefused";
			throw by === "browser" && refused ? new SignInError("noBrowserClient", error.code, error) : error;
		}
	}

	async function one(
		target: SignInTarget,
		by: SignInBy,
		resource: Resource,
		signal: AbortSignal,
		again: boolean,
	): Promise<void> {
		signal.throwIfAborted();
		tell({ kind: "working", resource, words: "Asking the service how to sign in" });
		const { client, grants } = target;
		const found = await client.metadata(resource, signal);
		const { id: clientId, registered } = await clientFor(target, by, resource, found, signal);
		const order = { resource, found, clientId };
		try {
			const issued =
				by === "browser"
					? await codeGrant(
							{ ...parts, client },
							order,
							(endsAt) => tell({ kind: "browser", resource, endsAt }),
							signal,
						)
					: await deviceGrant(
							{ clock: parts.clock, client },
							order,
							(prompt) => tell({ kind: "device", resource, ...prompt }),
							signal,
						);
			const giver = { issuer: found.issuer, clientId };
			if (signal.aborted) grants.discard(resource, issued, giver);
			signal.throwIfAborted();
			await grants.accept(resource, issued, giver);
			parts.onGranted();
		} catch (error) {
			const forgotten = error instanceof SignInError && FORGOTTEN.has(error.code);
			if (!registered || !forgotten || !again) throw error;
			await grants.rememberClient(resource, found.issuer, by === "browser" ? "code" : "device", null);
			await one(target, by, resource, signal, false);
		}
	}

	return {
		progress: () => progress,
		async run(target, by, resources) {
			running?.abort(new SignInError("cancelled"));
			const own = new AbortController();
			running = own;
			for (const resource of resources) {
				try {
					await one(target, by, resource, own.signal, true);
				} catch (error) {
					if (running !== own) return false;
					running = null;
					const fault = signInErrorOf(error);
					if (fault.fault === "cancelled") tell({ kind: "idle" });
					else {
						parts.log(`sign-in: ${resource} by ${by} failed (${fault.message})`);
						tell({ kind: "failed", resource, words: fault.words });
					}
					return false;
				}
			}
			if (running !== own) return false;
			running = null;
			tell({
				kind: "done",
				words: `You are signed in for ${NAMES.format(resources.map((each) => NAMED[each]))}.`,
			});
			return true;
		},
		cancel() {
			if (running === null) return false;
			running.abort(new SignInError("cancelled"));
			return true;
		},
		link: () => (progress.kind === "device" ? (progress.fullLink ?? progress.link) : null),
	};
}
