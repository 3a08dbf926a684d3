import type { EnvironmentView, Resource } from "../../../ipc/sign-in.ts";
import { t } from "../../../text/index.ts";
import { urlFault } from "../settings/check.ts";
import { RESOURCE_ORDER } from "./offers.ts";

export interface EnvironmentDraft {
	/** `null` for a new environment. */
	readonly id: string | null;
	readonly name: string;
	readonly baseUrl: string;
	readonly authOrigin: string;
	readonly clientIds: Readonly<Record<Resource, string>>;
}

export const NEW_ENVIRONMENT: EnvironmentDraft = {
	id: null,
	name: "",
	baseUrl: "",
	authOrigin: "",
	clientIds: { agent: "", pipeline: "", account: "" },
};

export function draftOf(environment: EnvironmentView): EnvironmentDraft {
	const { id, name, baseUrl, authOrigin, clientIds } = environment;
	return {
		id,
		name,
		baseUrl,
		authOrigin: authOrigin ?? "",
		clientIds: {
			agent: clientIds.agent ?? "",
			pipeline: clientIds.pipeline ?? "",
			account: clientIds.account ?? "",
		},
	};
}

export function draftFaults(draft: EnvironmentDraft): {
	readonly name: string | null;
	readonly baseUrl: string | null;
	readonly authOrigin: string | null;
} {
	return {
		name: draft.name.trim() === "" ? t("ui.name.needed") : null,
		baseUrl: addressFault(draft.baseUrl),
		authOrigin: draft.authOrigin.trim() === "" ? null : addressFault(draft.authOrigin),
	};
}

function addressFault(text: string): string | null {
	const fault = urlFault(text);
	if (fault !== null) return fault;
	const url = URL.parse(text.trim());
	return url !== null && (url.username !== "" || url.password !== "")
		? t("trusted.sign-in.address.credentials")
		: null;
}

export function draftToSend(draft: EnvironmentDraft) {
	if (Object.values(draftFaults(draft)).some((fault) => fault !== null)) return null;
	const clientId = (resource: Resource) => given(draft.clientIds[resource]);
	return {
		id: draft.id,
		name: draft.name.trim(),
		baseUrl: draft.baseUrl.trim(),
		authOrigin: given(draft.authOrigin),
		clientIds: {
			agent: clientId("agent"),
			pipeline: clientId("pipeline"),
			account: clientId("account"),
		},
	};
}

export function clientIdCount(draft: EnvironmentDraft): number {
	return RESOURCE_ORDER.filter((resource) => given(draft.clientIds[resource]) !== null).length;
}

function given(text: string): string | null {
	return text.trim() === "" ? null : text.trim();
}
