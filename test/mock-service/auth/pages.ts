import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { RESOURCES } from "../../../src/service-api/resource.ts";
import type { Authority } from "./authority.ts";

/**
 * Serves the authorization server over HTTP: oidc-provider below /api/auth, its metadata and the consent
 * pages.
 */

const PREFIX = "/api/auth";
const METADATA = "/.well-known/oauth-authorization-server";
const PROTECTED = "/.well-known/oauth-protected-resource/v1/";
const PEOPLE = ["alice", "bob"];

export function isAuthPath(path: string): boolean {
	return path.startsWith(`${PREFIX}/`) || path.startsWith("/.well-known/oauth-") || path === "/oauth/device";
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
	response.end(JSON.stringify(body));
}

function sendPage(response: ServerResponse, status: number, title: string, body: string): void {
	response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
	response.end(`<!doctype html><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}`);
}

const escaped = (text: string) =>
	text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

/** Returns a form with a button for each user and one to deny. */
function choices(action: string, hidden: string): string {
	const button = (name: string, value: string, text: string) =>
		`<button name="${name}" value="${value}">${text}</button> `;
	const people = PEOPLE.map((person) => button("person", person, `Approve as ${person}`)).join("");
	return `<form method="post" action="${escaped(action)}">${hidden}${people}${button("deny", "yes", "Deny")}</form>`;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(Buffer.from(chunk));
	return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

function metadataOf({ issuer, twists }: Authority) {
	const endpoint = (path: string) => `${issuer}${path}`;
	return {
		issuer,
		authorization_endpoint: endpoint("/oauth2/authorize"),
		token_endpoint: twists.foreignEndpoint ? "https://elsewhere.example/token" : endpoint("/oauth2/token"),
		device_authorization_endpoint: endpoint("/device/code"),
		registration_endpoint: endpoint("/oauth2/register"),
		revocation_endpoint: endpoint("/oauth2/revoke"),
		jwks_uri: endpoint("/jwks"),
		response_types_supported: ["code"],
		grant_types_supported: [
			"authorization_code",
			"refresh_token",
			"urn:ietf:params:oauth:grant-type:device_code",
		],
		token_endpoint_auth_methods_supported: ["none"],
		...(twists.noPkce ? {} : { code_challenge_methods_supported: ["S256"] }),
		authorization_response_iss_parameter_supported: true,
	};
}

/** Creates the user's grant with the scopes of each requested resource. */
function grantOf(
	authority: Authority,
	request: {
		readonly person: string;
		readonly clientId: string;
		/** One resource indicator, or several. */
		readonly resource: unknown;
		readonly scope: string;
	},
) {
	const grant = new authority.provider.Grant({ accountId: request.person, clientId: request.clientId });
	grant.addOIDCScope(request.scope);
	for (const resource of RESOURCES) {
		const indicator = authority.indicator(resource);
		if ([request.resource].flat().includes(indicator))
			grant.addResourceScope(indicator, authority.ownScopes(resource, request.scope));
	}
	return grant;
}

/**
 * Approves or denies a device code.
 * @throws Error if it is unknown or has expired
 */
export async function answerDevice(
	authority: Authority,
	userCode: string,
	person: string | null,
): Promise<void> {
	const { provider } = authority;
	const code = await provider.DeviceCode.findByUserCode(userCode.toUpperCase().replace(/\W/g, ""));
	if (code === undefined || code.isExpired) throw new Error("the code is unknown or has expired");
	if (person === null) {
		code.error = "access_denied";
		code.errorDescription = "Denied on the page.";
		await code.save();
		return;
	}
	const resource = z.union([z.string(), z.array(z.string())]).parse(code.params["resource"]);
	const scope = String(code.params["scope"]);
	const grant = grantOf(authority, { person, clientId: code.clientId, resource, scope });
	code.accountId = person;
	code.grantId = await grant.save();
	code.scope = scope;
	code.resource = resource;
	code.authTime = Math.floor(Date.now() / 1000);
	await code.save();
}

async function answerInteraction(
	authority: Authority,
	request: IncomingMessage,
	response: ServerResponse,
	person: string | null,
): Promise<void> {
	const { provider } = authority;
	if (person === null) {
		const refusal = { error: "access_denied", error_description: "Denied on the page." };
		await provider.interactionFinished(request, response, refusal);
		return;
	}
	const { params } = await provider.interactionDetails(request, response);
	const { resource, scope } = params;
	const clientId = String(params["client_id"]);
	const grant = grantOf(authority, { person, clientId, resource, scope: String(scope) });
	const consent = { grantId: await grant.save() };
	await provider.interactionFinished(request, response, { login: { accountId: person }, consent });
}

/** Answers every path accepted by `isAuthPath`. */
export async function answerAuth(
	authority: Authority,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const url = new URL(request.url ?? "/", authority.origin);
	const { pathname } = url;
	const isPost = request.method === "POST";
	if (pathname === METADATA || pathname === `${METADATA}${PREFIX}`) {
		sendJson(response, 200, metadataOf(authority));
		return;
	}
	const resource = RESOURCES.find((each) => pathname === `${PROTECTED}${each}`);
	if (resource !== undefined) {
		const servers = { authorization_servers: [authority.issuer] };
		sendJson(response, 200, { resource: authority.indicator(resource), ...servers });
		return;
	}
	if (pathname === "/oauth/device") {
		const code = escaped(url.searchParams.get("user_code") ?? "");
		const field = `<label>Code <input name="user_code" value="${code}"></label> `;
		sendPage(response, 200, "Sign in a device", choices(`${PREFIX}/device/approve`, field));
		return;
	}
	if (pathname === `${PREFIX}/device/approve` && isPost) {
		const form = await formOf(request);
		try {
			await answerDevice(authority, form.get("user_code") ?? "", form.get("person"));
			sendPage(response, 200, "Done", "<p>Go back to the app.</p>");
		} catch {
			sendPage(response, 404, "No such code", "<p>The code is unknown or has expired.</p>");
		}
		return;
	}
	if (pathname.startsWith(`${PREFIX}/interaction/`)) {
		if (isPost) await answerInteraction(authority, request, response, (await formOf(request)).get("person"));
		else sendPage(response, 200, "Sign in", choices(pathname, ""));
		return;
	}
	// oidc-provider derives its mount path from the difference between `originalUrl` and `url`.
	Object.assign(request, { originalUrl: request.url });
	request.url = (request.url ?? "/").slice(PREFIX.length);
	await authority.provider.callback()(request, response);
}
