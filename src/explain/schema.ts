import { z } from "zod";
import { explainReport } from "./result.ts";

/** The JSON schema of what --json prints, as docs/explain.schema.json holds it. */
export function reportSchema(): string {
	const schema = z.toJSONSchema(explainReport, { target: "draft-2020-12" });
	return `${JSON.stringify({ title: "What npm run explain -- --json prints, format 2", ...schema }, null, "\t")}\n`;
}
