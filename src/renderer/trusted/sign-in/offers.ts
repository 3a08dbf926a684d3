import type { EnvironmentView, GrantView, Resource, SignInProgress } from "../../../ipc/sign-in.ts";
import { t, textOf } from "../../../text/index.ts";
import { RESOURCE_NAMES } from "../../components/environment-kinds.ts";

export const RESOURCE_ORDER: readonly Resource[] = ["agent", "pipeline", "account"];

/** Preselects each resource whose grant has ended, and the agent unless it is granted. */
export function firstChoice(grants: readonly Pick<GrantView, "resource" | "state">[]): readonly Resource[] {
	const chosen = grants.filter(({ resource, state }) =>
		resource === "agent" ? state !== "granted" : state === "ended",
	);
	return grants.length === 0 ? ["agent"] : chosen.map(({ resource }) => resource);
}

/** Returns the resources in the service's order. */
export function withResource(
	chosen: readonly Resource[],
	resource: Resource,
	on: boolean,
): readonly Resource[] {
	const wanted = new Set(chosen);
	if (on) wanted.add(resource);
	else wanted.delete(resource);
	return RESOURCE_ORDER.filter((each) => wanted.has(each));
}

/** Returns the resources that should be requested again after a failure. */
export function stillWanted(
	asked: readonly Resource[],
	failed: Resource,
	grants: readonly Pick<GrantView, "resource" | "state">[],
): readonly Resource[] {
	if (!asked.includes(failed)) return [failed];
	const granted = new Set(grants.filter(({ state }) => state === "granted").map(({ resource }) => resource));
	return asked.filter((resource) => resource === failed || !granted.has(resource));
}

/**
 * Returns `null` if the user can sign in with the browser. If nothing is chosen, all resources must support
 * it.
 */
export function browserFault(
	environment: EnvironmentView | null,
	chosen: readonly Resource[],
): string | null {
	if (environment === null) return t("trusted.sign-in.environment.missing");
	const wanted = chosen.length === 0 ? RESOURCE_ORDER : chosen;
	const without = wanted.filter((resource) => environment.clientIds[resource] === null);
	if (without.length === 0) return null;
	const names = without.map((resource) => textOf(RESOURCE_NAMES[resource]).toLowerCase());
	return t("trusted.sign-in.client-ids.missing", { name: environment.name, names: list(names) });
}

export function list(names: readonly string[]): string {
	return names.length < 2
		? names.join("")
		: t("trusted.sign-in.and", { names: names.slice(0, -1).join(", "), last: names.at(-1) ?? "" });
}

export function isUnderWay(
	progress: SignInProgress,
): progress is Extract<SignInProgress, { readonly kind: "working" | "browser" | "device" }> {
	return progress.kind === "working" || progress.kind === "browser" || progress.kind === "device";
}

export function canRemove(environment: Pick<EnvironmentView, "builtIn" | "active">): boolean {
	return !environment.builtIn && !environment.active;
}

export function signInOrigin(environment: Pick<EnvironmentView, "authOrigin" | "baseUrl">): string {
	const address = environment.authOrigin ?? environment.baseUrl;
	return URL.parse(address)?.origin ?? address;
}

/** Main also refuses links to other origins. */
export function linkLeadsTo(
	link: string,
	environment: Pick<EnvironmentView, "authOrigin" | "baseUrl"> | null,
): { readonly host: string; readonly expected: boolean } {
	const url = URL.parse(link);
	const expected = url !== null && environment !== null && url.origin === signInOrigin(environment);
	return { host: url?.host ?? link, expected };
}

/** Keeps the grouping of the service's code. A code without groups is split into groups of four. */
export function codeGroups(code: string): readonly string[] {
	const parts = code.split(/[\s-]+/).filter((part) => part !== "");
	if (parts.length > 1) return parts;
	return code.match(/.{1,4}/gsu) ?? [];
}
