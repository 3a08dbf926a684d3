import type { Answer, Exchange, Route } from "./http.ts";
import { type Family, PipelineLife } from "./pipeline-life.ts";
import { APPLICATION_ID } from "./pipeline-operations.ts";
import { treeAnswer } from "./pipeline-tree.ts";
import { Problem } from "./problem.ts";
import type { RouteParts } from "./route-parts.ts";

/** Serves the pipeline: the tree, operations, and the lifecycle of a Build. */

const CATALOG = "pipeline:catalog";
const EXECUTE = "pipeline:execute";

const json = (text: string): Answer => ({ status: 200, text });

function tree({ url, response }: Exchange): Answer {
	const answer = treeAnswer(url);
	if ("json" in answer) return json(answer.json);
	response.writeHead(200, { "content-type": "text/markdown; charset=utf-8" });
	response.end(answer.markdown);
	return "streaming";
}

/** Checks the application id and the platform hint against the app. @throws Problem 404, 409, 422 */
function checkApplication({ url }: Exchange, app: string): void {
	const given = url.searchParams.get("applicationId") ?? url.searchParams.get("application_id");
	const platform = url.searchParams.get("platform");
	if (app === "demo" && given === null)
		throw new Problem(422, "application_id_required", "A hosted app needs applicationId.");
	if (given !== null && (app !== "demo" || given !== String(APPLICATION_ID)))
		throw new Problem(404, "app_not_found", "There is no such application.");
	if (platform !== null && platform !== "demo")
		throw new Problem(409, "platform_mismatch", "The application is of another platform.");
}

/**
 * Rejects a body that names a payer, sender or cluster, since only the service chooses them.
 * @throws Problem 422
 */
function refuseOverrides({ body }: Exchange): void {
	if (typeof body !== "object" || body === null || Array.isArray(body))
		throw new Problem(422, "unprocessable", "Send one JSON object.");
	const override = ["from", "payer", "cluster"].find((name) => Object.hasOwn(body, name));
	if (override !== undefined)
		throw new Problem(422, "override_refused", `${override} is not the caller's to say.`);
}

export function pipelineRoutes(parts: RouteParts): Route[] {
	const life = new PipelineLife(parts);
	const step = (family: Family, name: "simulate" | "commit"): Route => ({
		method: "POST",
		path: new RegExp(`^/v1/pipeline/${family}/${name}$`),
		scope: EXECUTE,
		handle: async (exchange) => json(await life[name](exchange, family)),
	});
	return [
		{ method: "GET", path: /^\/v1\/pipeline(?:\/.*)?$/, scope: CATALOG, handle: tree },
		{
			method: "POST",
			path: /^\/v1\/pipeline\/apps\/([^/]{1,480})\/operations\/([^/]{1,480})$/,
			scope: EXECUTE,
			async handle(exchange, [app = "", name = ""]) {
				checkApplication(exchange, app);
				refuseOverrides(exchange);
				return json(await life.run(exchange, app, name));
			},
		},
		{
			method: "POST",
			path: /^\/v1\/pipeline\/core\/chains$/,
			scope: EXECUTE,
			handle: () => json(JSON.stringify({ result: [parts.pipeline.access.chain.chainId] })),
		},
		{
			method: "POST",
			path: /^\/v1\/pipeline\/svm\/stage$/,
			scope: EXECUTE,
			handle: (exchange) => json(life.stage(exchange)),
		},
		...(["evm", "svm"] as const).flatMap((family) => [step(family, "simulate"), step(family, "commit")]),
	];
}
