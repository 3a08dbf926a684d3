import type { Resource } from "../../service-api/resource.ts";
import type { EnvironmentSetting } from "../settings-schema.ts";
import { environmentName, environmentOf } from "./owner.ts";

export interface Environment extends EnvironmentSetting {
	readonly id: string;
	readonly kind: "production" | "staging" | "local" | "custom";
	readonly builtIn: boolean;
}

const NONE = { agent: null, pipeline: null, account: null } as const;

const BUILT_IN: readonly Environment[] = [
	{
		id: "https://chat.aomi.dev",
		name: "Production",
		kind: "production",
		baseUrl: "https://chat.aomi.dev",
		authOrigin: null,
		clientIds: NONE,
		builtIn: true,
	},
	{
		id: "https://chat-staging.aomi.dev",
		name: "Staging",
		kind: "staging",
		baseUrl: "https://chat-staging.aomi.dev",
		authOrigin: null,
		clientIds: NONE,
		builtIn: true,
	},
];

function ofSetting(setting: EnvironmentSetting): Environment {
	const id = environmentOf(setting.baseUrl);
	const known = BUILT_IN.find((each) => each.id === id);
	// A known address keeps its built-in name, so no other environment can pose as production.
	if (known !== undefined) return { ...setting, id, name: known.name, kind: known.kind, builtIn: true };
	const kind = environmentName(setting.baseUrl) === "local" ? "local" : "custom";
	return { ...setting, id, kind, builtIn: false };
}

export function environmentsOf(
	settings: readonly EnvironmentSetting[],
	active: string,
): readonly Environment[] {
	const own = settings.map(ofSetting);
	const all = [
		...BUILT_IN.map((known) => own.find((each) => each.id === known.id) ?? known),
		...own.filter((each) => !each.builtIn),
	];
	const id = environmentOf(active);
	if (id === "none" || all.some((each) => each.id === id)) return all;
	const name = environmentName(active);
	return [
		...all,
		ofSetting({
			name: name === "local" ? "This computer" : name,
			baseUrl: active,
			authOrigin: null,
			clientIds: NONE,
		}),
	];
}

export function findEnvironment(
	settings: readonly EnvironmentSetting[],
	active: string,
	id: string,
): Environment | null {
	return environmentsOf(settings, active).find((each) => each.id === id) ?? null;
}

export function authOriginOf(environment: Pick<Environment, "authOrigin" | "baseUrl">): string {
	const address = environment.authOrigin ?? environment.baseUrl;
	return URL.canParse(address) ? new URL(address).origin : "";
}

export function indicatorOf(authOrigin: string, resource: Resource): string {
	return `${authOrigin}/v1/${resource}`;
}
