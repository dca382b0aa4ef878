module lockstep

go 1.26

require (
	github.com/stretchr/testify v1.12.1
	golang.org/x/image v0.20.0
	pgregory.net/rapid v1.3.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/text v0.18.0 // indirect
)
