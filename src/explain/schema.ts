import { z } from "zod";
import { explainReport } from "./result.ts";

/** Stored as docs/explain.schema.json. */
export function reportSchema(): string {
	const schema = z.toJSONSchema(explainReport, { target: "draft-2020-12" });
	return `${JSON.stringify({ title: "What npm run explain -- --json prints, format 2", ...schema }, null, "\t")}\n`;
}
