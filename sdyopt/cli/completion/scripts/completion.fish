# Completion of sdy-opt and its fellow commands for fish.

function __sdy_opt_completion
    set -l token (commandline -ct)
    set -l prefix (string match -r -- '^-[^=]*=' $token)
    set -l value (string replace -r -- '^-[^=]*=' '' $token)
    set -l command (string replace -r '^~/' ~/ (commandline -opc)[1])
    for line in (env _SDY_OPT_COMPLETE=fish_complete COMP_WORDS=(commandline -cp) COMP_CWORD=$token $command 2>/dev/null)
        set -l item (string split -m 1 , -- $line)
        switch $item[1]
            case plain
                echo -- "$prefix$item[2]"
            case file
                __fish_complete_path $value | string replace -r -- '^' "$prefix"
            case mlir
                __fish_complete_path $value | string match -r -- '^(?:.*/|.*\.mlir)(?:\t.*)?$' | string replace -r -- '^' "$prefix"
        end
    end
end

for command in sdy-opt sdy_opt sdyopt sdy-layout sdy-view sdy-plan sdy-reduce sdy-update-checks sdy-lsp
    complete -c $command -e
    complete -c $command -f -k -a '(__sdy_opt_completion)'
end
