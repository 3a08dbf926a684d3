import { z } from "zod";
import { explainReport } from "./result.ts";

/** Returns the JSON schema of --json, as stored in docs/explain.schema.json. */
export function reportSchema(): string {
	const schema = z.toJSONSchema(explainReport, { target: "draft-2020-12" });
	return `${JSON.stringify({ title: "What npm run explain -- --json prints, format 2", ...schema }, null, "\t")}\n`;
}
