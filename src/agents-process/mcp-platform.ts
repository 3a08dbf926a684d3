import process from "node:process";

/**
 * Replaces the MCP library's Node.js module in builds (electron.vite.config.ts). The library's validator
 * generates code from text, and only servers that request input from clients use it.
 */

export { process };

export class DefaultJsonSchemaValidator {
	/** @throws always, because no tool requests input */
	getValidator(): never {
		throw new Error("There is no JSON Schema validator.");
	}
}
