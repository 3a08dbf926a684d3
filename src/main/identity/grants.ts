import { RESOURCES, type Resource } from "../../contract/resource.ts";
import type { Clock } from "../ports.ts";
import { ServiceError } from "../service/errors.ts";
import type { Tokens } from "../service/tokens.ts";
import type { AuthClient } from "./auth-client.ts";
import type { Issued } from "./issued.ts";
import { type Kept, type KeptGrant, NOTHING_KEPT } from "./kept.ts";
import { identityOf } from "./owner.ts";
import { OFFLINE } from "./scopes.ts";
import { faultWords, SignInError } from "./sign-in-error.ts";

/** The grants of one environment: one a resource, each renewed before it ends, one renewal at a time. */

/** A token is renewed where it has less left (learnt.md part 11); half of a life that is shorter than twice this. */
const EARLY_MS = 30_000;

/** A token that was renewed after a refusal and is refused within this time is not renewed once more for it, in ms. */
const FUTILE_MS = 10_000;

/** `renewed`: only a refresh token was rotated; `changed`: the person signed in, out, or pasted a token. */
export type Keeping = "renewed" | "changed";

export interface GrantsParts {
	readonly clock: Clock;
	/** For the sign-in address that is set now. */
	readonly client: () => AuthClient;
	/** Seals and writes; done once it is durable, or once it was told why it can't be. Never rejects. */
	readonly keep: (kept: Kept, why: Keeping) => Promise<void>;
	/** Words where nothing can be used until something else has happened, such as unlocking the vault. */
	readonly closed: () => string | null;
	readonly onChange: () => void;
	readonly log: (line: string) => void;
}

/** Who gave it, and to which client. */
export type Giver = Pick<KeptGrant, "issuer" | "clientId">;

/** An access token, in memory only. */
interface Live {
	readonly token: string;
	/** When its answer came, by our clock: only differences are looked at, so that a wrong clock costs nothing. */
	readonly at: number;
	readonly lifeMs: number;
	/** It was renewed since the one before was refused. */
	readonly forRefusal?: boolean;
}

export interface GrantState {
	readonly grant: KeptGrant | null;
	/** By our clock, Unix ms; null where no access token is held now. */
	readonly expiresAt: number | null;
}

export interface Grants extends Tokens {
	kept(): Kept;
	/** Replaces everything by what was kept. */
	load(kept: Kept): void;
	state(resource: Resource): GrantState;
	/** Whose they are: of the agent's grant, else the pasted token, else any grant; null: nobody's. */
	identity(): string | null;
	/** Takes back at the service what is not going to be used. */
	discard(resource: Resource, issued: Issued, client: Giver): void;
	/** A finished sign-in. Throws a SignInError where it is of somebody else, and has kept nothing then. */
	accept(resource: Resource, issued: Issued, client: Giver): Promise<void>;
	/** Forgets, and then tells the service. @returns words where the service could not be told */
	signOut(resources: readonly Resource[]): Promise<string | null>;
	paste(token: string | null): Promise<void>;
	rememberClient(
		resource: Resource,
		issuer: string,
		kind: "device" | "code",
		id: string | null,
	): Promise<void>;
	/** Writes everything again, as after the vault was opened. */
	keepAgain(): Promise<void>;
}

/** Signed out here alone. */
export const UNTOLD =
	"You are signed out on this computer, but the service could not be told: what it gave may stay valid there until it runs out. End the sign-in on the service's own pages as well.";

const without = <T extends object>(all: T, resource: Resource): T =>
	Object.fromEntries(Object.entries(all).filter(([name]) => name !== resource)) as T;

function unauthorized(words: string): ServiceError {
	return new ServiceError("unauthorized", { detail: "no usable grant", words });
}

/** Of the agent's grant, else the pasted token, else any grant; an ended one still says whose all of it is. */
function ownerOf({ grants: { agent, pipeline, account }, pasted }: Kept): string | null {
	if (agent !== undefined) return agent.identity;
	if (pasted !== null) return identityOf(pasted);
	return (pipeline ?? account)?.identity ?? null;
}

export function createGrants(parts: GrantsParts): Grants {
	const { clock } = parts;
	let kept: Kept = NOTHING_KEPT;
	let generation = 0;
	const live = new Map<Resource, Live>();
	const renewing = new Map<Resource, Promise<string>>();

	/** How long it can still be used, in ms. A clock that was put back makes it old: then it is renewed. */
	function left({ at, lifeMs }: Live): number {
		const passed = clock.now() - at;
		return passed < 0 ? 0 : lifeMs - passed;
	}

	async function change(next: Kept): Promise<void> {
		kept = next;
		await parts.keep(next, "changed");
		parts.onChange();
	}

	function setGrant(resource: Resource, grant: KeptGrant): Kept {
		return { ...kept, grants: { ...kept.grants, [resource]: grant } };
	}

	async function end(resource: Resource, grant: KeptGrant, fault: SignInError): Promise<ServiceError> {
		const words = faultWords(fault.fault === "refused" ? "ended" : fault.fault);
		if (kept.grants[resource] === grant) {
			live.delete(resource);
			parts.log(`sign-in: the grant for ${resource} has ended (${fault.message})`);
			await change(setGrant(resource, { ...grant, refreshToken: null, ended: words }));
		}
		return unauthorized(words);
	}

	/** Best effort: a token that must not be used is not left valid at the service. */
	function throwAway(resource: Resource, { issuer, clientId }: Giver, issued: Issued): void {
		const token = issued.refreshToken ?? issued.accessToken;
		const kind = issued.refreshToken === null ? "access_token" : "refresh_token";
		parts
			.client()
			.revoke({ resource, issuer, clientId, token, kind })
			.catch(() => parts.log(`sign-in: a token for ${resource} that is not used could not be revoked`));
	}

	async function renew(resource: Resource, grant: KeptGrant): Promise<string> {
		const { refreshToken } = grant;
		if (refreshToken === null) throw await end(resource, grant, new SignInError("ended", "no_refresh_token"));
		let issued: Issued;
		try {
			const { issuer, clientId } = grant;
			const scopes = [...new Set([...grant.scopes, OFFLINE])];
			issued = await parts.client().refresh({ resource, issuer, clientId, refreshToken, scopes });
		} catch (error) {
			if (!(error instanceof SignInError)) throw error;
			if (error.retryable)
				throw new ServiceError(error.fault === "busy" ? "rateLimited" : "offline", {
					detail: `renewing the ${resource} grant: ${error.message}`,
					cause: error,
				});
			throw await end(resource, grant, error);
		}
		if (kept.grants[resource] !== grant) {
			// Signed out, or signed in anew, while the answer was on its way.
			throwAway(resource, grant, issued);
			throw unauthorized(faultWords("cancelled"));
		}
		if (issued.identity !== grant.identity) {
			throwAway(resource, grant, issued);
			throw await end(resource, grant, new SignInError("otherPerson"));
		}
		if (issued.refreshToken !== null && issued.refreshToken !== refreshToken) {
			// On disk before anything is done with it: the old one is dead from now on.
			kept = setGrant(resource, { ...grant, refreshToken: issued.refreshToken });
			await parts.keep(kept, "renewed");
			if (kept.grants[resource]?.refreshToken !== issued.refreshToken) {
				throwAway(resource, grant, issued);
				throw unauthorized(faultWords("cancelled"));
			}
		}
		live.set(resource, { token: issued.accessToken, at: clock.now(), lifeMs: issued.lifeMs });
		parts.onChange();
		return issued.accessToken;
	}

	/** All who ask while a renewal runs wait for that one. */
	function renewOnce(resource: Resource, grant: KeptGrant): Promise<string> {
		const running = renewing.get(resource);
		if (running !== undefined) return running;
		const started = renew(resource, grant).finally(() => renewing.delete(resource));
		renewing.set(resource, started);
		return started;
	}

	function usable(resource: Resource): KeptGrant | null {
		const words = parts.closed();
		if (words !== null) throw unauthorized(words);
		const grant = kept.grants[resource];
		if (grant === undefined) return null;
		// An ended sign-in is not replaced by a weaker one behind the person's back.
		if (grant.ended !== null) throw unauthorized(grant.ended);
		return grant;
	}

	function othersThan(resource: Resource): string | null {
		const grants = RESOURCES.flatMap((each) => {
			const grant = kept.grants[each];
			return each === resource || grant === undefined || grant.ended !== null ? [] : [grant.identity];
		});
		const pasted = identityOf(kept.pasted);
		return grants[0] ?? (pasted.startsWith("sub:") ? pasted : null);
	}

	return {
		kept: () => kept,
		load(next) {
			kept = next;
			live.clear();
			generation += 1;
		},
		state(resource) {
			const held = live.get(resource);
			return {
				grant: kept.grants[resource] ?? null,
				expiresAt: held === undefined ? null : held.at + held.lifeMs,
			};
		},
		identity: () => ownerOf(kept),
		async bearer(resource) {
			const grant = usable(resource);
			if (grant === null) return kept.pasted;
			const held = live.get(resource);
			const early = held === undefined ? 0 : Math.min(EARLY_MS, held.lifeMs / 2);
			if (held !== undefined && left(held) >= early) return held.token;
			try {
				return await renewOnce(resource, grant);
			} catch (error) {
				const still = held !== undefined && live.get(resource) === held && left(held) > 0;
				if (still && error instanceof ServiceError && error.retryable) return held.token;
				throw error;
			}
		},
		async renewed(resource, used) {
			const grant = usable(resource);
			if (grant === null) return kept.pasted === used ? null : kept.pasted;
			const held = live.get(resource);
			if (held !== undefined && held.token !== used) return held.token;
			if (held?.forRefusal === true && Math.abs(clock.now() - held.at) < FUTILE_MS) return null;
			live.delete(resource);
			const token = await renewOnce(resource, grant);
			const fresh = live.get(resource);
			if (fresh?.token === token) live.set(resource, { ...fresh, forRefusal: true });
			return token;
		},
		generation: () => generation,
		discard: (resource, issued, giver) => throwAway(resource, giver, issued),
		async accept(resource, issued, { issuer, clientId }) {
			const { refreshToken, identity } = issued;
			const stay = refreshToken === null ? [] : [OFFLINE];
			const scopes = [...new Set([...issued.scopes, ...stay])];
			const grant: KeptGrant = { issuer, clientId, scopes, refreshToken, identity, ended: null };
			const other = othersThan(resource);
			// What is stored is shown by whom all of it belongs to, and that may be an ended sign-in's.
			const whole = ownerOf(setGrant(resource, grant)) ?? identity;
			if ((other ?? identity) !== identity || (whole.startsWith("sub:") && whole !== identity)) {
				throwAway(resource, grant, issued);
				throw new SignInError("otherPerson");
			}
			live.set(resource, { token: issued.accessToken, at: clock.now(), lifeMs: issued.lifeMs });
			generation += 1;
			await change(setGrant(resource, grant));
		},
		async signOut(resources) {
			const tokens = resources.flatMap((resource) => {
				const grant = kept.grants[resource];
				if (grant === undefined) return [];
				const { issuer, clientId, refreshToken } = grant;
				const given = { resource, issuer, clientId };
				const access = live.get(resource)?.token;
				return [
					...(refreshToken === null ? [] : [{ ...given, token: refreshToken, kind: "refresh_token" }]),
					...(access === undefined ? [] : [{ ...given, token: access, kind: "access_token" }]),
				];
			});
			for (const resource of resources) live.delete(resource);
			generation += 1;
			const grants = resources.reduce((all, resource) => without(all, resource), kept.grants);
			await change({ ...kept, grants });
			const told = await Promise.allSettled(
				tokens.map(async (token) => {
					try {
						await parts.client().revoke(token);
					} catch (error) {
						// An access token in itself can't be revoked everywhere; it ends by itself within minutes.
						if (token.kind === "refresh_token") throw error;
					}
				}),
			);
			return told.some(({ status }) => status === "rejected") ? UNTOLD : null;
		},
		async paste(token) {
			generation += 1;
			await change({ ...kept, pasted: token });
		},
		async rememberClient(resource, issuer, kind, id) {
			const known = kept.clients[resource];
			const fresh = known?.issuer === issuer ? known : { issuer, device: null, code: null };
			await change({ ...kept, clients: { ...kept.clients, [resource]: { ...fresh, [kind]: id } } });
		},
		keepAgain: () => parts.keep(kept, "renewed"),
	};
}
