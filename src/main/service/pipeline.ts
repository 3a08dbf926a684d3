import type { Http } from "./http.ts";

/** The pipeline: its tree is read by links that the service gave, its operations are run by JSON text. */

interface PipelineAnswer {
	/** Byte for byte as it came. */
	readonly text: string;
}

export interface PipelineRun {
	/** A path within /v1/pipeline. */
	readonly path: string;
	readonly query?: Readonly<Record<string, string>>;
	/** JSON text, sent byte for byte. */
	readonly body: string;
	readonly idempotencyKey?: string;
	readonly signal?: AbortSignal;
}

export interface PipelineService {
	/** GET: a directory, a descriptor or a document. Throws a ServiceError. */
	readPipeline(
		path: string,
		query: Readonly<Record<string, string>>,
		signal?: AbortSignal,
	): Promise<PipelineAnswer>;
	/** POST. Throws a ServiceError. */
	runPipeline(run: PipelineRun): Promise<PipelineAnswer>;
}

export function createPipeline(http: Http): PipelineService {
	return {
		async readPipeline(path, query, signal) {
			return {
				text: await http.text({
					method: "GET",
					path,
					query,
					anyText: true,
					...(signal === undefined ? {} : { signal }),
				}),
			};
		},
		async runPipeline({ path, query, body, idempotencyKey, signal }) {
			return {
				text: await http.text({
					method: "POST",
					path,
					rawBody: body,
					...(query === undefined ? {} : { query }),
					...(idempotencyKey === undefined ? {} : { idempotencyKey }),
					...(signal === undefined ? {} : { signal }),
				}),
			};
		},
	};
}
