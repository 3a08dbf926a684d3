import { type Message, message } from "../../core/localized-text.ts";
import { RESOURCES, type Resource } from "../../service-api/resource.ts";
import type { Clock } from "../ports.ts";
import type { Tokens } from "../service/bearer-tokens.ts";
import { ServiceError } from "../service/errors.ts";
import type { AuthClient } from "./auth-client.ts";
import type { Issued } from "./issued.ts";
import { identityOf } from "./owner.ts";
import { OFFLINE, requestedScopes } from "./scopes.ts";
import {
	type ClientOf,
	joinedWith,
	NOTHING_SEALED,
	type Registered,
	type SealedGrant,
	type SealedSignIn,
	sealedClientFor,
	withClient,
} from "./sealed-sign-in.ts";
import { faultText, SignInError } from "./sign-in-error.ts";

/**
 * A token is renewed when it has this much time left, or half of its lifetime if that is shorter
 * (docs/service-api/sign-in.md#tokens).
 */
const EARLY_MS = 30_000;

/** A token that is rejected this soon after its renewal isn't renewed again. */
const FUTILE_MS = 10_000;

/**
 * `renewed` if only the refresh token was rotated, `changed` if the user signed in or out, or pasted a token.
 */
export type SaveReason = "renewed" | "changed";

type Giver = Pick<SealedGrant, "issuer" | "clientId">;

interface Live {
	readonly token: string;
	/**
	 * Local time at which the response arrived. Only differences are used, so a wrong clock has no effect.
	 */
	readonly at: number;
	readonly lifeMs: number;
	/** Whether the token was renewed because the previous one was rejected. */
	readonly forRefusal?: boolean;
}

export interface GrantState {
	readonly grant: SealedGrant | null;
	readonly expiresAt: number | null;
	readonly joined: readonly Resource[];
}

export const UNEXPLAINED = message("sign-in.untold");

const without = <T extends object>(all: T, resource: Resource): T =>
	Object.fromEntries(Object.entries(all).filter(([name]) => name !== resource)) as T;

const unauthorized = (text: Message): ServiceError =>
	new ServiceError("unauthorized", { detail: "no usable grant", text });

function ownerOf({ grants: { agent, pipeline, account }, pasted }: SealedSignIn): string | null {
	if (agent !== undefined) return agent.identity;
	if (pasted !== null) return identityOf(pasted);
	return (pipeline ?? account)?.identity ?? null;
}

export class Grants implements Tokens {
	readonly #options;
	#sealed: SealedSignIn = NOTHING_SEALED;
	#generation = 0;
	readonly #live = new Map<Resource, Live>();
	readonly #renewing = new Map<Resource, Promise<string>>();
	readonly #turns = new Map<string, Promise<void>>();

	constructor(options: {
		readonly clock: Clock;
		readonly client: () => AuthClient;
		/** Resolves after the write has succeeded or failed. Never rejects. */
		readonly keep: (kept: SealedSignIn, why: SaveReason) => Promise<void>;
		readonly closed: () => Message | null;
		readonly onChange: () => void;
		readonly log: (line: string) => void;
	}) {
		this.#options = options;
	}

	sealed(): SealedSignIn {
		return this.#sealed;
	}

	load(next: SealedSignIn): void {
		this.#sealed = next;
		this.#live.clear();
		this.#generation += 1;
	}

	state(resource: Resource): GrantState {
		const held = this.#live.get(resource);
		return {
			grant: this.#sealed.grants[resource] ?? null,
			expiresAt: held === undefined ? null : held.at + held.lifeMs,
			joined: joinedWith(this.#sealed, resource).filter((each) => each !== resource),
		};
	}

	/** Returns `null` if nobody is signed in. A grant that has ended still has an owner. */
	identity(): string | null {
		return ownerOf(this.#sealed);
	}

	name(): string | null {
		const { agent, pipeline, account } = this.#sealed.grants;
		if (agent === undefined && this.#sealed.pasted !== null) return null;
		return (agent ?? pipeline ?? account)?.name ?? null;
	}

	async bearer(resource: Resource): Promise<string | null> {
		const grant = this.#usable(resource);
		if (grant === null) return this.#sealed.pasted;
		const held = this.#live.get(resource);
		const early = held === undefined ? 0 : Math.min(EARLY_MS, held.lifeMs / 2);
		if (held !== undefined && this.#left(held) >= early) return held.token;
		try {
			return await this.#renewOnce(resource, grant);
		} catch (error) {
			const still = held !== undefined && this.#live.get(resource) === held && this.#left(held) > 0;
			if (still && error instanceof ServiceError && error.retryable) return held.token;
			throw error;
		}
	}

	async renewed(resource: Resource, used: string): Promise<string | null> {
		const grant = this.#usable(resource);
		if (grant === null) return this.#sealed.pasted === used ? null : this.#sealed.pasted;
		const held = this.#live.get(resource);
		if (held !== undefined && held.token !== used) return held.token;
		if (held?.forRefusal === true && Math.abs(this.#options.clock.now() - held.at) < FUTILE_MS) return null;
		this.#live.delete(resource);
		const token = await this.#renewOnce(resource, grant);
		const fresh = this.#live.get(resource);
		if (fresh?.token === token) this.#live.set(resource, { ...fresh, forRefusal: true });
		return token;
	}

	generation(): number {
		return this.#generation;
	}

	discard(resource: Resource, issued: Issued, giver: Giver): void {
		this.#throwAway(resource, giver, issued);
	}

	/** Throws a SignInError and stores nothing if the grant belongs to a different user. */
	async accept(resource: Resource, issued: Issued, { issuer, clientId }: Giver): Promise<void> {
		const { refreshToken, identity, name } = issued;
		const stay = refreshToken === null ? [] : [OFFLINE];
		const scopes = [...new Set([...issued.scopes, ...stay])];
		const grant: SealedGrant = {
			issuer,
			clientId,
			scopes,
			refreshToken,
			identity,
			ended: null,
			...(name === undefined ? {} : { name }),
		};
		const other = this.#othersThan(resource);
		// A sign-in that has ended still determines which owner is displayed.
		const whole = ownerOf(this.#setGrant(resource, grant)) ?? identity;
		if ((other ?? identity) !== identity || (whole.startsWith("sub:") && whole !== identity)) {
			this.#throwAway(resource, grant, issued);
			throw new SignInError("otherPerson");
		}
		this.#live.set(resource, {
			token: issued.accessToken,
			at: this.#options.clock.now(),
			lifeMs: issued.lifeMs,
		});
		this.#generation += 1;
		await this.#change(this.#setGrant(resource, grant));
	}

	extend(from: Resource, resource: Resource): Promise<void> {
		return this.#inTurn(this.#giverOf(from), () => this.#extend(from, resource));
	}

	async signOut(asked: readonly Resource[]): Promise<Message | null> {
		// A refresh token can't be revoked for just one resource, so joined grants end together.
		const resources = RESOURCES.filter((each) =>
			asked.some((other) => joinedWith(this.#sealed, other).includes(each)),
		);
		const tokens = resources.flatMap((resource) => {
			const grant = this.#sealed.grants[resource];
			if (grant === undefined) return [];
			const { issuer, clientId, refreshToken } = grant;
			const given = { resource, issuer, clientId };
			const access = this.#live.get(resource)?.token;
			return [
				...(refreshToken === null || joinedWith(this.#sealed, resource)[0] !== resource
					? []
					: [{ ...given, token: refreshToken, kind: "refresh_token" }]),
				...(access === undefined ? [] : [{ ...given, token: access, kind: "access_token" }]),
			];
		});
		for (const resource of resources) this.#live.delete(resource);
		this.#generation += 1;
		const grants = resources.reduce((all, resource) => without(all, resource), this.#sealed.grants);
		await this.#change({ ...this.#sealed, grants });
		const results = await Promise.allSettled(
			tokens.map(async (token) => {
				try {
					await this.#options.client().revoke(token);
				} catch (error) {
					// Some services don't revoke access tokens, which expire within minutes anyway.
					if (token.kind === "refresh_token") throw error;
				}
			}),
		);
		return results.some(({ status }) => status === "rejected") ? UNEXPLAINED : null;
	}

	async paste(token: string | null): Promise<void> {
		this.#generation += 1;
		await this.#change({ ...this.#sealed, pasted: token });
	}

	async rememberClient(
		of: ClientOf,
		issuer: string,
		kind: "device" | "code",
		client: Registered | null,
	): Promise<void> {
		const known = sealedClientFor(this.#sealed, of);
		const fresh = known?.issuer === issuer ? known : { issuer, device: null, code: null, scopes: {} };
		const scopes = { ...fresh.scopes, [kind]: [...(client?.scopes ?? [])] };
		const next = { ...fresh, [kind]: client?.id ?? null, scopes };
		await this.#change(withClient(this.#sealed, of, next));
	}

	keepAgain(): Promise<void> {
		return this.#options.keep(this.#sealed, "renewed");
	}

	/** If the clock was set back, the token counts as expired. */
	#left({ at, lifeMs }: Live): number {
		const passed = this.#options.clock.now() - at;
		return passed < 0 ? 0 : lifeMs - passed;
	}

	async #change(next: SealedSignIn): Promise<void> {
		this.#sealed = next;
		await this.#options.keep(next, "changed");
		this.#options.onChange();
	}

	#setGrant(resource: Resource, grant: SealedGrant): SealedSignIn {
		return { ...this.#sealed, grants: { ...this.#sealed.grants, [resource]: grant } };
	}

	#eachJoined(resource: Resource, changed: Partial<SealedGrant>): SealedSignIn {
		const grants = { ...this.#sealed.grants };
		for (const each of joinedWith(this.#sealed, resource)) {
			const grant = grants[each];
			if (grant !== undefined) grants[each] = { ...grant, ...changed };
		}
		return { ...this.#sealed, grants };
	}

	async #end(resource: Resource, grant: SealedGrant, fault: SignInError): Promise<ServiceError> {
		const text = faultText(fault.fault === "refused" ? "ended" : fault.fault);
		if (this.#sealed.grants[resource] === grant) {
			const joined = joinedWith(this.#sealed, resource);
			for (const each of joined) this.#live.delete(each);
			this.#options.log(`sign-in: the grant for ${joined.join(", ")} has ended (${fault.message})`);
			await this.#change(this.#eachJoined(resource, { refreshToken: null, ended: text }));
		}
		return unauthorized(text);
	}

	/** An unused token must not stay valid at the service. */
	#throwAway(resource: Resource, { issuer, clientId }: Giver, issued: Issued): void {
		const token = issued.refreshToken ?? issued.accessToken;
		const kind = issued.refreshToken === null ? "access_token" : "refresh_token";
		this.#options
			.client()
			.revoke({ resource, issuer, clientId, token, kind })
			.catch(() =>
				this.#options.log(`sign-in: a token for ${resource} that is not used could not be revoked`),
			);
	}

	/**
	 * Stores a rotated token before it is used, because the old one is already invalid. Returns `false` if
	 * the user signed out.
	 */
	async #rotate(resource: Resource, { refreshToken }: Issued): Promise<boolean> {
		if (refreshToken === null || refreshToken === this.#sealed.grants[resource]?.refreshToken) return true;
		this.#sealed = this.#eachJoined(resource, { refreshToken });
		await this.#options.keep(this.#sealed, "renewed");
		return this.#sealed.grants[resource]?.refreshToken === refreshToken;
	}

	/**
	 * Serializes the uses of a refresh token, because each use invalidates the token for all grants that
	 * share it.
	 */
	#inTurn<T>({ issuer, clientId }: Giver, work: () => Promise<T>): Promise<T> {
		const key = `${issuer} ${clientId}`;
		const before = this.#turns.get(key) ?? Promise.resolve();
		const done = before.then(work);
		const settled = done.then(
			() => {},
			() => {},
		);
		this.#turns.set(key, settled);
		return done.finally(() => {
			if (this.#turns.get(key) === settled) this.#turns.delete(key);
		});
	}

	/** The token may have been rotated during the wait, but must belong to the same sign-in. */
	#stillOf(resource: Resource, { issuer, clientId, identity }: SealedGrant): SealedGrant {
		const now = this.#sealed.grants[resource];
		if (now?.issuer !== issuer || now.clientId !== clientId || now.identity !== identity)
			throw unauthorized(faultText("cancelled"));
		if (now.ended !== null) throw unauthorized(now.ended);
		return now;
	}

	async #renew(resource: Resource, grant: SealedGrant): Promise<string> {
		const { refreshToken } = grant;
		if (refreshToken === null)
			throw await this.#end(resource, grant, new SignInError("ended", "no_refresh_token"));
		let issued: Issued;
		try {
			const { issuer, clientId } = grant;
			const scopes = [...new Set([...grant.scopes, OFFLINE])];
			issued = await this.#options.client().refresh({ resource, issuer, clientId, refreshToken, scopes });
		} catch (error) {
			if (!(error instanceof SignInError)) throw error;
			// A gateway's error page isn't a response from the sign-in server, so the grant remains valid.
			const isUnreadable = error.fault === "unreadable";
			if (error.retryable || isUnreadable)
				throw new ServiceError(error.fault === "busy" ? "rateLimited" : "offline", {
					detail: `renewing the ${resource} grant: ${error.message}`,
					...(isUnreadable ? { text: message("sign-in.renewal-unreadable") } : {}),
					cause: error,
				});
			throw await this.#end(resource, grant, error);
		}
		if (this.#sealed.grants[resource] !== grant) {
			this.#throwAway(resource, grant, issued);
			throw unauthorized(faultText("cancelled"));
		}
		if (issued.identity !== grant.identity) {
			this.#throwAway(resource, grant, issued);
			throw await this.#end(resource, grant, new SignInError("otherPerson"));
		}
		if (!(await this.#rotate(resource, issued))) {
			this.#throwAway(resource, grant, issued);
			throw unauthorized(faultText("cancelled"));
		}
		this.#live.set(resource, {
			token: issued.accessToken,
			at: this.#options.clock.now(),
			lifeMs: issued.lifeMs,
		});
		this.#options.onChange();
		return issued.accessToken;
	}

	#renewOnce(resource: Resource, grant: SealedGrant): Promise<string> {
		const running = this.#renewing.get(resource);
		if (running !== undefined) return running;
		const started = this.#inTurn(grant, () => this.#renew(resource, this.#stillOf(resource, grant))).finally(
			() => this.#renewing.delete(resource),
		);
		this.#renewing.set(resource, started);
		return started;
	}

	#giverOf(resource: Resource): Giver {
		const grant = this.#sealed.grants[resource];
		if (grant === undefined) throw new SignInError("cancelled");
		return grant;
	}

	async #extend(from: Resource, resource: Resource): Promise<void> {
		const grant = this.#sealed.grants[from];
		if (grant === undefined || grant.refreshToken === null)
			throw new SignInError("ended", "no_refresh_token");
		const { issuer, clientId, refreshToken } = grant;
		const scopes = requestedScopes([resource]);
		const issued = await this.#options.client().refresh({ resource, issuer, clientId, refreshToken, scopes });
		const isHers = issued.identity === grant.identity;
		if (!isHers || this.#sealed.grants[from] !== grant || !(await this.#rotate(from, issued))) {
			this.#throwAway(resource, grant, issued);
			throw new SignInError(isHers ? "cancelled" : "otherPerson");
		}
		const now = this.#sealed.grants[from] ?? grant;
		const given = { ...now, scopes: [...new Set([...issued.scopes, OFFLINE])] };
		this.#live.set(resource, {
			token: issued.accessToken,
			at: this.#options.clock.now(),
			lifeMs: issued.lifeMs,
		});
		this.#generation += 1;
		await this.#change(this.#setGrant(resource, given));
	}

	#usable(resource: Resource): SealedGrant | null {
		const text = this.#options.closed();
		if (text !== null) throw unauthorized(text);
		const grant = this.#sealed.grants[resource];
		if (grant === undefined) return null;
		if (grant.ended !== null) throw unauthorized(grant.ended);
		return grant;
	}

	#othersThan(resource: Resource): string | null {
		const grants = RESOURCES.flatMap((each) => {
			const grant = this.#sealed.grants[each];
			return each === resource || grant === undefined || grant.ended !== null ? [] : [grant.identity];
		});
		const pasted = identityOf(this.#sealed.pasted);
		return grants[0] ?? (pasted.startsWith("sub:") ? pasted : null);
	}
}
