import process from "node:process";

/**
 * Replaces the MCP library's Node.js module in builds (electron.vite.config.ts). The library's validator
 * compiles code from strings, and only servers that request input from clients need it.
 */

export { process };

export class DefaultJsonSchemaValidator {
	/** @throws always, because no tool requests input */
	getValidator(): never {
		throw new Error("No JSON Schema validator is available.");
	}
}
