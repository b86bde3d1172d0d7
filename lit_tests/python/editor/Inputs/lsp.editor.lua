vim.o.virtualedit = "onemore"
local failed = function(what) io.stderr:write(what .. "\n"); vim.cmd("cquit") end
local wait = function(what, done) if not vim.wait(60000, done, 20) then failed("no " .. what) end end
local line = function(number) return vim.api.nvim_buf_get_lines(0, number - 1, number, true)[1] end
vim.ui.select = function(items, _, choose) choose(items[1], 1) end
vim.cmd("edit " .. vim.env.PROGRAM)
local client = vim.lsp.start_client({ name = "sdy-lsp", cmd = { vim.env.SERVER }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, client)
wait("diagnostic", function() return #vim.diagnostic.get(0) == 1 end)
local found = { diagnostic = vim.diagnostic.get(0)[1].message }
vim.api.nvim_win_set_cursor(0, { 6, 10 })
vim.lsp.buf.code_action()
wait("edit", function() return line(6):find('"model"') ~= nil end)
wait("check", function() return #vim.diagnostic.get(0) == 0 end)
found.line = line(6)
vim.api.nvim_win_set_cursor(0, { 7, 25 })
vim.lsp.buf.definition()
wait("jump", function() return vim.api.nvim_win_get_cursor(0)[1] ~= 7 end)
found.cursor = vim.api.nvim_win_get_cursor(0)
local lenses = function() vim.lsp.codelens.refresh(); return vim.lsp.codelens.get(0) end
wait("lens", function() return #lenses() > 0 end)
found.lenses = vim.tbl_map(function(lens) return { lens.range.start.line + 1, lens.command.title } end, lenses())
local windows = #vim.api.nvim_list_wins()
vim.lsp.buf.hover()
wait("hover", function() return #vim.api.nvim_list_wins() > windows end)
found.hover = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(vim.api.nvim_list_wins()[windows + 1]), 0, -1, true)
found.completed = {}
for _, text in ipairs(vim.fn.json_decode(vim.env.COMPLETED)) do
  vim.api.nvim_buf_set_lines(0, 6, 7, true, { text })
  vim.api.nvim_win_set_cursor(0, { 7, #text })
  local asked = vim.lsp.util.make_position_params()
  local answer = vim.lsp.buf_request_sync(0, "textDocument/completion", asked, 60000)[client].result
  local words = {}
  for _, item in ipairs(answer.items) do
    -- What it takes the place of, by which Neovim selects.
    local written = text:sub(item.textEdit.range.start.character + 1)
    if vim.startswith(item.textEdit.newText, written) then table.insert(words, item.textEdit.newText) end
  end
  table.insert(found.completed, words)
end
io.stdout:write(vim.fn.json_encode(found))
vim.cmd("qall!")
