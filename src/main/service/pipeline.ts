import type { Http } from "./http.ts";

interface PipelineAnswer {
	readonly text: string;
}

export interface PipelineRun {
	readonly path: string;
	readonly query?: Readonly<Record<string, string>>;
	/** JSON text that is sent byte for byte. */
	readonly body: string;
	readonly idempotencyKey?: string;
	readonly signal?: AbortSignal;
}

export interface PipelineService {
	readPipeline(
		path: string,
		query: Readonly<Record<string, string>>,
		signal?: AbortSignal,
	): Promise<PipelineAnswer>;
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
