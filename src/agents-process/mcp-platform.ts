import process from "node:process";

/**
 * Replaces the MCP library's module for Node.js in a build (electron.vite.config.ts). The library's validator makes
 * code from text, and is used only by servers that ask their client for input.
 */

export { process };

export class DefaultJsonSchemaValidator {
	/** @throws always: no tool asks for input */
	getValidator(): never {
		throw new Error("There is no JSON Schema validator.");
	}
}
