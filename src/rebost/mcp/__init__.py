"""The face for agents: an MCP server, over standard input and output or over HTTP on this machine."""
