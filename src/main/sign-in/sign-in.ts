import { type Message, message } from "../../core/localized-text.ts";
import type { Resource } from "../../service-api/resource.ts";
import type { Clock, Loopback } from "../ports.ts";
import type { AuthClient } from "./auth-client.ts";
import { codeGrant, type DevicePrompt, deviceGrant } from "./code-grant.ts";
import type { Grants } from "./grants.ts";
import type { AuthMetadata } from "./metadata.ts";
import { requestedScopes } from "./scopes.ts";
import { clientOf } from "./sealed-sign-in.ts";
import { SignInError, signInErrorOf } from "./sign-in-error.ts";

export type SignInBy = "browser" | "device";

interface Asking {
	readonly resource: Resource;
	readonly resources: readonly Resource[];
}

export type Progress =
	| { readonly kind: "idle" }
	| { readonly kind: "working"; readonly resource: Resource; readonly text: Message }
	| ({ readonly kind: "browser"; readonly endsAt: number } & Asking)
	| ({ readonly kind: "device" } & Asking & DevicePrompt)
	| { readonly kind: "failed"; readonly resource: Resource; readonly text: Message }
	| { readonly kind: "done"; readonly text: Message };

interface SignInTarget {
	readonly client: AuthClient;
	readonly grants: Grants;
	/** Client IDs that the user entered for browser sign-in. */
	readonly clientIds: Readonly<Record<Resource, string | null>>;
}

const NAMED: Readonly<Record<Resource, Message>> = {
	agent: message("sign-in.resource.agent"),
	pipeline: message("sign-in.resource.pipeline"),
	account: message("sign-in.resource.account"),
};

/** After one of these codes, the client is registered again once. */
const OUTDATED: ReadonlySet<string | null> = new Set([
	"invalid_client",
	"unauthorized_client",
	"invalid_scope",
]);

/** Error codes from a server that can't issue one token for several resources (RFC 8707, section 2). */
const ONE_BY_ONE: ReadonlySet<string | null> = new Set([...OUTDATED, "invalid_target"]);

type Several = readonly [Resource, ...Resource[]];

interface Order {
	readonly by: SignInBy;
	readonly resources: Several;
	readonly found: AuthMetadata;
	readonly clientId: string;
}

const kindOf = (by: SignInBy) => (by === "browser" ? "code" : "device");

/** Runs one sign-in at a time. If the service allows it, a sign-in covers all resources at once. */
export class SignIn {
	readonly #options;
	#progress: Progress = { kind: "idle" };
	#running: AbortController | null = null;

	constructor(options: {
		readonly clock: Clock;
		readonly random: (length: number) => Uint8Array;
		readonly openLoopback: () => Promise<Loopback>;
		readonly openExternal: (url: string) => Promise<void>;
		readonly onProgress: (progress: Progress) => void;
		/** Called after each grant, because the user may have changed while other resources are requested. */
		readonly onGranted: () => void;
		readonly log: (line: string) => void;
	}) {
		this.#options = options;
	}

	progress(): Progress {
		return this.#progress;
	}

	async run(target: SignInTarget, by: SignInBy, resources: readonly Resource[]): Promise<boolean> {
		this.#running?.abort(new SignInError("cancelled"));
		const own = new AbortController();
		this.#running = own;
		const [first, ...others] = resources;
		try {
			const isSeveral = first !== undefined && others.length > 0;
			const done = isSeveral ? await this.#together(target, by, [first, ...others], own.signal) : [];
			for (const resource of resources)
				if (!done.includes(resource)) await this.#one(target, by, resource, own.signal, true);
		} catch (error) {
			if (this.#running !== own) return false;
			this.#running = null;
			const fault = signInErrorOf(error);
			const resource = "resource" in this.#progress ? this.#progress.resource : first;
			if (fault.fault === "cancelled" || resource === undefined) this.#push({ kind: "idle" });
			else {
				this.#options.log(`sign-in: ${resource} by ${by} failed (${fault.message})`);
				this.#push({ kind: "failed", resource, text: fault.text });
			}
			return false;
		}
		if (this.#running !== own) return false;
		this.#running = null;
		this.#push({
			kind: "done",
			text: message("sign-in.done", { resources: resources.map((each) => NAMED[each]) }),
		});
		return true;
	}

	cancel(): boolean {
		if (this.#running === null) return false;
		this.#running.abort(new SignInError("cancelled"));
		return true;
	}

	link(): string | null {
		return this.#progress.kind === "device" ? (this.#progress.fullLink ?? this.#progress.link) : null;
	}

	#push(next: Progress): void {
		this.#progress = next;
		this.#options.onProgress(next);
	}

	async #clientFor(
		{ client, grants, clientIds }: SignInTarget,
		by: SignInBy,
		resource: Resource,
		found: AuthMetadata,
		signal: AbortSignal,
	): Promise<{ readonly id: string; readonly registered: boolean }> {
		const byHand = clientIds[resource];
		if (by === "browser" && byHand !== null) return { id: byHand, registered: false };
		const kind = kindOf(by);
		const scopes = requestedScopes([resource]);
		const before = clientOf(grants.sealed().clients[resource], found.issuer, kind, scopes);
		if (before !== null) return { id: before, registered: true };
		if (found.registration_endpoint === undefined) {
			if (by === "browser") throw new SignInError("noBrowserClient");
			if (byHand === null) throw new SignInError("clientRefused", "no_registration");
			return { id: byHand, registered: false };
		}
		try {
			const id = await client.register(kind, [resource], found, signal);
			await grants.rememberClient(resource, found.issuer, kind, { id, scopes });
			return { id, registered: true };
		} catch (error) {
			// Some services register clients only for the device grant
			// (docs/service-api/sign-in.md#registration).
			const refused = error instanceof SignInError && error.fault === "clientRefused";
			throw by === "browser" && refused ? new SignInError("noBrowserClient", error.oauthCode, error) : error;
		}
	}

	async #ask({ client, grants }: SignInTarget, order: Order, signal: AbortSignal): Promise<void> {
		const { by, resources, found, clientId } = order;
		const [resource] = resources;
		const issued =
			by === "browser"
				? await codeGrant(
						{ ...this.#options, client },
						order,
						(endsAt) => this.#push({ kind: "browser", resource, resources, endsAt }),
						signal,
					)
				: await deviceGrant(
						{ clock: this.#options.clock, client },
						order,
						(prompt) => this.#push({ kind: "device", resource, resources, ...prompt }),
						signal,
					);
		const giver = { issuer: found.issuer, clientId };
		if (signal.aborted) grants.discard(resource, issued, giver);
		signal.throwIfAborted();
		await grants.accept(resource, issued, giver);
		this.#options.onGranted();
	}

	async #one(
		target: SignInTarget,
		by: SignInBy,
		resource: Resource,
		signal: AbortSignal,
		again: boolean,
	): Promise<void> {
		signal.throwIfAborted();
		this.#push({ kind: "working", resource, text: message("sign-in.asking") });
		const { client, grants } = target;
		const found = await client.metadata(resource, signal);
		const { id: clientId, registered } = await this.#clientFor(target, by, resource, found, signal);
		try {
			await this.#ask(target, { by, resources: [resource], found, clientId }, signal);
		} catch (error) {
			const outdated = error instanceof SignInError && OUTDATED.has(error.oauthCode);
			if (!registered || !outdated || !again) throw error;
			await grants.rememberClient(resource, found.issuer, kindOf(by), null);
			await this.#one(target, by, resource, signal, false);
		}
	}

	async #clientForAll(
		{ client, grants, clientIds }: SignInTarget,
		by: SignInBy,
		resources: Several,
		signal: AbortSignal,
	): Promise<{ readonly id: string; readonly found: AuthMetadata } | null> {
		if (by === "browser" && resources.some((each) => clientIds[each] !== null)) return null;
		const found = await client.metadata(resources[0], signal);
		for (const each of resources)
			if ((await client.metadata(each, signal)).issuer !== found.issuer) return null;
		const kind = kindOf(by);
		const { issuer } = found;
		const kept = grants.sealed();
		const scopes = requestedScopes(resources);
		const before = clientOf(kept.together, issuer, kind, scopes);
		if (before !== null) return { id: before, found };
		// If each resource has its own client, the service has already rejected a shared one.
		const isOwn = (each: Resource) =>
			clientOf(kept.clients[each], issuer, kind, requestedScopes([each])) !== null;
		if (found.registration_endpoint === undefined || resources.every(isOwn)) return null;
		try {
			const id = await client.register(kind, resources, found, signal);
			await grants.rememberClient("together", issuer, kind, { id, scopes });
			return { id, found };
		} catch (error) {
			if (error instanceof SignInError && !error.retryable) return null;
			throw error;
		}
	}

	/** @returns the granted resources; empty if the service issues a separate grant for each resource */
	async #together(
		target: SignInTarget,
		by: SignInBy,
		resources: Several,
		signal: AbortSignal,
	): Promise<readonly Resource[]> {
		const [first, ...others] = resources;
		this.#push({ kind: "working", resource: first, text: message("sign-in.asking") });
		const { grants } = target;
		const as = await this.#clientForAll(target, by, resources, signal);
		if (as === null) return [];
		try {
			await this.#ask(target, { by, resources, found: as.found, clientId: as.id }, signal);
		} catch (error) {
			if (!(error instanceof SignInError) || !ONE_BY_ONE.has(error.oauthCode)) throw error;
			await grants.rememberClient("together", as.found.issuer, kindOf(by), null);
			return [];
		}
		const granted: Resource[] = [first];
		if (grants.sealed().grants[first]?.refreshToken === null) return granted;
		try {
			for (const resource of others) {
				signal.throwIfAborted();
				this.#push({ kind: "working", resource, text: message("sign-in.asking-token") });
				if (await this.#isExtended(grants, first, resource)) granted.push(resource);
			}
		} catch (error) {
			// A protocol violation for one resource makes all of them untrustworthy, but an outage doesn't.
			const broken = error instanceof SignInError && !error.retryable && error.fault !== "cancelled";
			if (broken) await grants.signOut(granted);
			throw error;
		}
		this.#options.onGranted();
		return granted;
	}

	async #isExtended(grants: Grants, from: Resource, resource: Resource): Promise<boolean> {
		try {
			await grants.extend(from, resource);
			return true;
		} catch (error) {
			if (error instanceof SignInError && ONE_BY_ONE.has(error.oauthCode)) return false;
			throw error;
		}
	}
}
