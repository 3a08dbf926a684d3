import { type AccountService, createAccount } from "./account.ts";
import { type AgentService, createAgent } from "./agent.ts";
import { type CommitsService, createCommits } from "./commits.ts";
import { HttpClient, type HttpOptions } from "./http.ts";
import { createPipeline, type PipelineService } from "./pipeline.ts";
import { createStream, type StreamService } from "./stream.ts";

export interface Service
	extends AgentService,
		StreamService,
		CommitsService,
		PipelineService,
		AccountService {
	credentials(): number;
}

export interface ServiceOptions extends HttpOptions {
	/** See docs/service-api/differences.md#requests-of-a-pipeline-commit */
	readonly ofPipeline?: (commitId: string) => boolean;
}

export function createService(options: ServiceOptions): Service {
	const http = new HttpClient(options);
	return {
		...createAgent(http, options.timeoutMs),
		...createStream(http, options.clock),
		...createCommits(http, options.ofPipeline),
		...createPipeline(http),
		...createAccount(http),
		credentials: () => http.credentials(),
	};
}
